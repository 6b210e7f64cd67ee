import { once } from 'node:events';
import type net from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Who can say which code came to an address. */
export interface Mailbox {
  codeFor(address: string): Promise<string>;
}

export interface ReceivedMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** A mail server on loopback that keeps what it receives and can be away for a while. */
export interface MailServer extends Mailbox {
  readonly port: number;
  /** All mails to an address, in the order in which they came. */
  mailsTo(address: string): readonly ReceivedMail[];
  /** Nobody listens on its port until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const CODE = /\b\d{6}\b/;

/** Starts a mail server on a port of its own choice. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const listeners = new Set<() => void>();
  const listen = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, _session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(parts)).then(({ messageId, to, subject, text }) => {
            const recipients = (to ?? []).flatMap((one) => (one.address ? [one.address] : []));
            received.push({ id: messageId ?? '', to: recipients, subject: subject ?? '', text: text ?? '' });
            for (const wake of listeners) wake();
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
  let server = await listen(0);
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  const { port } = address satisfies net.AddressInfo;
  let isOpen = true;
  const mailsTo = (recipient: string) => received.filter((mail) => mail.to.includes(recipient));
  const codeFor = (recipient: string) =>
    new Promise<string>((resolve, reject) => {
      const finish = (code?: string) => {
        listeners.delete(look);
        clearTimeout(timer);
        if (code === undefined) reject(new Error(`No mail came to ${recipient}.`));
        else resolve(code);
      };
      const look = () => {
        const code = mailsTo(recipient).flatMap((mail) => CODE.exec(mail.text) ?? [])[0];
        if (code !== undefined) finish(code);
      };
      const timer = setTimeout(finish, 60_000);
      listeners.add(look);
      look();
    });
  return {
    port,
    mailsTo,
    codeFor,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    async open() {
      if (isOpen) return;
      server = await listen(port);
      isOpen = true;
    },
  };
}
