import { clearToasts, showError } from '@firstyear/ui/toast-store.ts';
import { wordsOf } from '../api/errors.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import type { Visit } from '../session/visit.ts';

export interface FoundSubmittedParts {
  readonly snapshot: SnapshotStore;
  readonly visit: Pick<Visit, 'loadedFor' | 'loading'>;
}

/**
 * Submitted in another tab or on another device: nothing can be changed any more, nor saved. What was submitted is loaded,
 * and its confirmation number with it.
 */
export function foundSubmitted({ snapshot, visit }: FoundSubmittedParts, error: unknown): void {
  if (snapshot.get().web_status === 'submitted') return;
  clearToasts();
  showError(wordsOf(error));
  Object.assign(visit, { loadedFor: null, loading: null });
  snapshot.set({ web_status: 'submitted' });
}
