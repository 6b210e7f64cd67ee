import {
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  RawNode,
  SelectModifierNode,
  sql,
} from 'kysely';
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
const LOCKS: ReadonlySet<unknown> = new Set(['ForUpdate', 'ForNoKeyUpdate', 'ForShare', 'ForKeyShare']);
const ADVISORY_LOCK = 'pg_advisory_';

const UNAWAITED = "set_config('synchronous_commit', 'off', true)";

/**
 * Returned by a change of which a loss does no harm, so that its commit waits neither for disk nor for a standby. It must not share
 * a transaction with another change.
 */
export const unawaited = sql.raw<string>(UNAWAITED).as('durability');

const isNode = (part: unknown): part is OperationNode => typeof part === 'object' && part !== null && 'kind' in part;

function has(part: unknown, isWanted: (node: OperationNode) => boolean): boolean {
  if (Array.isArray(part)) return part.some((item) => has(item, isWanted));
  return isNode(part) && (isWanted(part) || Object.values(part).some((item) => has(item, isWanted)));
}

const isUnawaited = (node: OperationNode) => RawNode.is(node) && node.sqlFragments.includes(UNAWAITED);

/** Changes rows, or waits for locks that a hanging commit may have. */
function needsCommits(node: OperationNode): boolean {
  if (CHANGES.has(node.kind)) return !has(node, isUnawaited);
  if (SelectModifierNode.is(node)) return LOCKS.has(node.modifier);
  return RawNode.is(node) && node.sqlFragments.some((text) => text.startsWith(ADVISORY_LOCK));
}

/**
 * Refuses changes and locks while commits hang in PostgreSQL, since each would hang too, and even a closed connection keeps waiting
 * and counting there. Closes when a response is overdue. A refused change asks whether commits still wait; when none does, the next one
 * goes through. Reads, `unawaited` changes and changes written as raw SQL always go through.
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
    if (!this.#isClosed || !has(node, needsCommits)) return node;
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
