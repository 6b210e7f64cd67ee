import type { AnswerStore } from '../answers/answer-store.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { Session } from './session.ts';

/** How many questions have an answer that is not saved. */
export function countUnsaved({ form, unsaved }: Pick<AnswerStore, 'form' | 'unsaved'>): number {
  const keys = Object.keys(unsaved()?.answers ?? {});
  return new Set(keys.map((key) => form.byStoredKey.get(key)?.question.key ?? key)).size;
}

/**
 * Tells the other tabs of this browser how many answers this one has not saved, and keeps count of theirs, so that a Log
 * Out in any of them knows what it would lose. No answer is told. Returns how to stop.
 */
export function followUnsaved(
  { otherTabs, unsavedElsewhere }: Pick<Session, 'otherTabs' | 'unsavedElsewhere'>,
  answers: Pick<AnswerStore, 'form' | 'unsaved' | 'subscribe'>,
  autosave: Pick<Autosave, 'flush'>,
): () => void {
  const tab = crypto.randomUUID();
  const others = new Map<string, number>();
  let announced = 0;
  const tell = (unsaved = countUnsaved(answers)) => {
    if (unsaved === announced) return;
    announced = unsaved;
    otherTabs.announce({ tab, unsaved });
  };
  const stopHearing = otherTabs.onAnnounced((what) => {
    if (what === 'save') autosave.flush();
    else if (what === 'count') {
      announced = 0;
      tell();
    } else if (typeof what === 'object') {
      others.set(what.tab, what.unsaved);
      unsavedElsewhere.set([...others.values()].reduce((sum, unsaved) => sum + unsaved, 0));
    }
  });
  const stopCounting = answers.subscribe(null, () => tell());
  const following = new AbortController();
  const { signal } = following;
  // A page that is closed, or kept by the browser for Back, saves nothing, so nobody should wait for it.
  window.addEventListener('pagehide', () => tell(0), { signal });
  window.addEventListener('pageshow', () => tell(), { signal });
  tell();
  otherTabs.announce('count');
  return () => {
    stopHearing();
    stopCounting();
    following.abort();
    tell(0);
    unsavedElsewhere.set(0);
  };
}
