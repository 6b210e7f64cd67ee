import type { HELP_STATES } from '@firstyear/api-contract/helpers';
import type { Db } from '../../../db/transaction.ts';
import { type ItemRow, listItemsOf, type PaperWithDocument } from '../items/service.ts';

/** What counts as a helper's: the own papers, and what came to the office itself. The applicant's are copies. */
export const papersFor = (email: string, papers: readonly PaperWithDocument[]): readonly PaperWithDocument[] =>
  papers.filter(({ sent_by, helper_email }) => sent_by === 'office' || helper_email === email);

/** How an item looks to the helper, whose papers are given. Undefined: the school has nothing to send. */
export function helpStateOf(
  { id, source, state, is_hidden }: ItemRow,
  papers: readonly PaperWithDocument[],
): (typeof HELP_STATES)[number] | undefined {
  if (source !== 'school' || is_hidden) return undefined;
  const hasCome = papers.some(({ item_id }) => item_id === id);
  switch (state) {
    case 'awaiting':
    case 'accepted_copy':
      return 'asked';
    case 'came':
      return hasCome ? 'checking' : 'asked';
    case 'accepted':
      return 'done';
    case 'returned':
      return hasCome ? 'again' : 'asked';
    case 'waived':
    case 'canceled':
      return undefined;
  }
}

/** Whether a helper still has something to send for an application. The papers are those of papersFor(). */
export async function isAwaited(db: Db, applicationId: string, papers: readonly PaperWithDocument[]): Promise<boolean> {
  const states = (await listItemsOf(db, [applicationId])).map((item) => helpStateOf(item, papers));
  return states.some((state) => state === 'asked' || state === 'again');
}
