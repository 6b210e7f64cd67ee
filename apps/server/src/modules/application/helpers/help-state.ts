import type { HELP_STATES } from '@firstyear/api-contract/helpers';
import type { ItemRow, PaperWithDocument } from '../items/service.ts';

/**
 * Where an item stands for the helper who sends it; undefined where nothing is asked of the school. What the applicant has sent is a
 * copy.
 */
export function helpStateOf(
  { id, source, state, is_hidden }: ItemRow,
  papers: readonly PaperWithDocument[],
): (typeof HELP_STATES)[number] | undefined {
  if (source !== 'school' || is_hidden) return undefined;
  switch (state) {
    case 'awaiting':
    case 'accepted_copy':
      return 'asked';
    case 'came':
      return papers.some(({ item_id, sent_by }) => item_id === id && sent_by !== 'applicant') ? 'checking' : 'asked';
    case 'accepted':
      return 'done';
    case 'returned':
      return 'again';
    case 'waived':
    case 'canceled':
      return undefined;
  }
}
