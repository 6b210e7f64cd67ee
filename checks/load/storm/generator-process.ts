import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Order, type Reply, type ReplyOf, replySchema } from './messages.ts';

/** The process that makes the load. */
export class Generator {
  readonly smtpUrl: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<never>;

  private constructor(child: ChildProcess, smtpUrl: string) {
    this.#child = child;
    this.smtpUrl = smtpUrl;
    this.#exited = once(child, 'exit').then(() => {
      throw new Error('The generator of the load has ended.');
    });
    this.#exited.catch(() => undefined);
  }

  static async start(): Promise<Generator> {
    const child = fork(path.join(import.meta.dirname, 'generator.ts'));
    const [message] = await once(child, 'message');
    const reply = replySchema.parse(message);
    if (reply.kind !== 'mailbox') throw new Error('The generator has no mailbox.');
    return new Generator(child, reply.smtpUrl);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Tells it what to do; resolves when it is done. */
  async order<const O extends Order>(order: O): Promise<ReplyOf<O['kind']>>;
  async order(order: Order): Promise<Reply> {
    const replied = once(this.#child, 'message');
    this.#child.send(order);
    const [message] = await Promise.race([replied, this.#exited]);
    return replySchema.parse(message);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await ended;
  }
}
