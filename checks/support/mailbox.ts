import { once } from 'node:events';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { mailTo } from '../../e2e/support/mail.ts';
import { waitFor } from './processes.ts';

export interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
}

/** Where mails arrive: oldest first. */
export interface Mailbox {
  mailsTo(address: string): readonly ReceivedMail[] | Promise<readonly ReceivedMail[]>;
}

/** The code of the first mail to an address that has one. */
export function codeFor(mailbox: Mailbox, address: string): Promise<string> {
  const poll = async () => (await mailbox.mailsTo(address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])[0];
  return waitFor(`The mail with a code to ${address}`, poll);
}

/** The mails that a product without a mail server writes into its data folder. */
export const outboxOf = (dataDir: string): Mailbox => ({
  mailsTo: (address) => mailTo(path.join(dataDir, 'outbox'), address),
});

/** A mail server on loopback that keeps what it receives and can be away for a while. */
export interface MailServer extends Mailbox {
  readonly url: string;
  mailsTo(address: string): readonly ReceivedMail[];
  /** How many mails have come. */
  readonly received: number;
  /** Nobody listens on its port until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Starts a mail server on a port of its own choice. */
export async function startMailServer(): Promise<MailServer> {
  const mails = new Map<string, ReceivedMail[]>();
  let received = 0;
  const listen = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(parts)).then(({ subject = '', text = '' }) => {
            received += 1;
            for (const { address } of session.envelope.rcptTo)
              mails.set(address, [...(mails.get(address) ?? []), { subject, text }]);
            done();
          }, done);
        });
      },
    });
    // Programs that are killed leave their connections half open.
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  let server: SMTPServer | undefined = await listen(0);
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  const { port } = address;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (recipient) => mails.get(recipient) ?? [],
    get received() {
      return received;
    },
    async close() {
      const open = server;
      server = undefined;
      await new Promise<void>((resolve) => (open ? open.close(() => resolve()) : resolve()));
    },
    async open() {
      server ??= await listen(port);
    },
  };
}
