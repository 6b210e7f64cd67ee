import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

const MAIL_WITHIN_MS = 60_000;

/** A mail server on loopback that keeps the newest code of each address. */
export class Mailbox {
  readonly #codes = new Map<string, string>();
  readonly #server: SMTPServer;
  #received = 0;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, session, done) => {
        void text(stream).then((mail) => {
          this.#received += 1;
          const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0];
          for (const { address } of session.envelope.rcptTo) if (code !== undefined) this.#codes.set(address, code);
          done();
        }, done);
      },
    });
  }

  static async open(): Promise<{ readonly mailbox: Mailbox; readonly url: string }> {
    const mailbox = new Mailbox();
    const listening = mailbox.#server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
    return { mailbox, url: `smtp://127.0.0.1:${address.port}` };
  }

  /** How many mails have come. */
  get received(): number {
    return this.#received;
  }

  /** The code that was mailed to this address; nothing when none comes within a minute. */
  async codeFor(address: string): Promise<string | undefined> {
    for (const until = performance.now() + MAIL_WITHIN_MS; performance.now() < until; await sleep(100)) {
      const code = this.#codes.get(address);
      if (code !== undefined) return code;
    }
    return undefined;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
