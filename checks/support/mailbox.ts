import { once } from 'node:events';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { mailTo } from '../../e2e/support/mail.ts';
import type { Run } from './command.ts';
import { portOf } from './http.ts';
import { waitFor } from './processes.ts';

const MAILED_WITHIN_MS = 180_000;
/** How long to wait for a second mail. */
const TWICE_WITHIN_MS = 3_000;

interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
}

export interface Mailbox {
  /** Mails to an address, oldest first. */
  mailsTo(address: string): readonly ReceivedMail[] | Promise<readonly ReceivedMail[]>;
}

/** Waits for the first mail with a code to an address; returns the code. */
export function codeFor(mailbox: Mailbox, address: string): Promise<string> {
  const poll = async () => (await mailbox.mailsTo(address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])[0];
  return waitFor(`The mail with a code to ${address}`, poll);
}

/** Waits until each of these people has a mail with these words; lists those who got none, or more than one. */
export async function findMailProblems(mailbox: Mailbox, addresses: readonly string[], words: string) {
  const countTo = async (address: string) =>
    (await mailbox.mailsTo(address)).filter(({ subject, text }) => subject.startsWith(words) || text.includes(words))
      .length;
  const countAll = () => Promise.all(addresses.map(countTo));
  const haveAll = async () => (await countAll()).every((count) => count > 0) || undefined;
  await waitFor('The mails', haveAll, { withinMs: MAILED_WITHIN_MS, everyMs: 200 }).catch(() => undefined);
  await sleep(TWICE_WITHIN_MS);
  const counts = await countAll();
  return addresses.flatMap((address, place) =>
    counts[place] === 1 ? [] : [`${address} got "${words}" ${counts[place]} times.`],
  );
}

/** The mailbox of a product without a mail server, which writes its mails into the data folder. */
export const outboxOf = (dataDir: string): Mailbox => ({
  mailsTo: (address) => mailTo(path.join(dataDir, 'outbox'), address),
});

/** Starts a mail server on loopback that keeps its mails, until the run ends. It can be closed and reopened on its port. */
export async function startMailServer(run: Run) {
  const mails = new Map<string, ReceivedMail[]>();
  let received = 0;
  const listen = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, { envelope }, done) => {
        buffer(stream)
          .then((content) => PostalMime.parse(content))
          .then(({ subject = '', text = '' }) => {
            received += 1;
            for (const { address } of envelope.rcptTo)
              mails.set(address, [...(mails.get(address) ?? []), { subject, text }]);
            done();
          })
          .catch(done);
      },
    });
    // Killed programs leave their connections half open.
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  let server: SMTPServer | undefined = await listen(0);
  const port = portOf(server.server);
  const close = async () => {
    const open = server;
    server = undefined;
    await new Promise<void>((resolve) => (open ? open.close(() => resolve()) : resolve()));
  };
  run.onEnd(close);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (address: string): readonly ReceivedMail[] => mails.get(address) ?? [],
    /** The number of received mails. */
    received: () => received,
    close,
    open: async () => {
      server ??= await listen(port);
    },
  };
}
