import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import { ErrorForPeople } from '../process/error-for-people.ts';

/**
 * PostgreSQL has not responded in time to this change or an earlier one. Whether it keeps the change is unknown: a commit
 * that waits for a synchronous standby ends when the standby is back.
 */
export class NoResponseError extends ErrorForPeople {
  override readonly name = 'NoResponseError';
}

const CHANGES: ReadonlySet<string> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
]);

/**
 * Refuses changes while commits hang in PostgreSQL, since each would hang too, and even a closed connection keeps waiting and
 * counting there. Closes when a response is overdue. A refused change asks whether commits still wait; when none does, the next one
 * is let through. Reading goes on, and so do changes in SQL of their own.
 */
export class ChangeGate implements KyselyPlugin {
  readonly #isCommitWaiting: () => Promise<boolean>;
  #isClosed = false;
  #isAsking = false;

  constructor(isCommitWaiting: () => Promise<boolean>) {
    this.#isCommitWaiting = isCommitWaiting;
  }

  close(): void {
    this.#isClosed = true;
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (!this.#isClosed || !CHANGES.has(node.kind)) return node;
    if (!this.#isAsking) void this.#ask();
    throw new NoResponseError('The database has not responded to an earlier change yet.');
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    this.#isClosed = await this.#isCommitWaiting().catch(() => true);
    this.#isAsking = false;
  }
}
