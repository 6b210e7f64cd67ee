import { clearToasts, showError } from '@firstyear/ui/toast-store.ts';
import { wordsOf } from '../api/errors.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import { happened, submittedElsewhere, type Visit } from '../session/visit.ts';

export interface FoundSubmittedParts {
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
}

/**
 * Submitted in another tab or on another device: nothing can be changed any more, nor saved. What was submitted is loaded,
 * and its confirmation number with it.
 */
export function foundSubmitted({ snapshot, visit }: FoundSubmittedParts, error: unknown): void {
  if (snapshot.get().web_status === 'submitted') return;
  clearToasts();
  showError(wordsOf(error));
  happened(visit, submittedElsewhere);
  snapshot.set({ web_status: 'submitted' });
}
