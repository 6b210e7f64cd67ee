import { releaseOf } from '@firstyear/form-engine';
import type { Clock } from '@firstyear/ui/clock.ts';
import type { AnswerStore } from '../answers/answer-store.ts';
import type { Outbox } from '../answers/outbox.ts';
import { request } from '../api/client.ts';
import type { QueryClientRef } from '../api/query-client-ref.ts';
import type { Autosave } from '../autosave/autosave.ts';
import { snapshotOf } from '../session/profile.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import { recordEvent, submittedElsewhere, type Visit } from '../session/visit.ts';
import { followNewerForm, loadNewerForm, type NewerFormParts, type TabLoads } from './newer-form.ts';

interface RefreshParts extends Omit<NewerFormParts, 'answers' | 'clock'> {
  readonly snapshot: SnapshotStore;
  readonly visit: Visit;
  readonly answers: AnswerStore;
  readonly outbox: Pick<Outbox, 'hasUnsaved' | 'revision'>;
  readonly autosave: Pick<Autosave, 'state' | 'subscribe'>;
  readonly queries: QueryClientRef;
  readonly clock: Clock;
}

/**
 * Loads what other tabs and devices have saved, unless anything is unsaved here or changes during the calls: answers typed
 * here are newer. Returns whether it did. If the server has another form by now, reloads the page.
 */
export async function refreshApplication(
  parts: RefreshParts,
  isSubmitting?: boolean,
  tab?: Pick<TabLoads, 'reload'>,
): Promise<boolean> {
  const { snapshot, visit, answers, outbox, queries } = parts;
  const { loadedFor, loading } = visit;
  const [before, revision] = [answers.getState(), outbox.revision()];
  if (loadedFor === null || answers.isPartial() || outbox.hasUnsaved()) return false;
  const [profile, tabs, addAnother] = await Promise.all([
    request('profile'),
    request('getTabs'),
    request('getAddAnother'),
  ]);
  if (visit.isEnding || visit.loading !== loading || profile.username !== snapshot.get().username) return false;
  if (answers.getState() !== before || outbox.revision() !== revision) return false;
  const { web_status, extended_until } = snapshotOf(profile);
  if (web_status === 'submitted') {
    // Loaded as on any page, and shown on /completion.
    recordEvent(visit, submittedElsewhere);
    snapshot.set({ web_status });
    return true;
  }
  if ((profile.release ?? '') !== releaseOf(answers.form)) {
    // The page is reloading.
    if (loadNewerForm(parts, isSubmitting, tab)) await new Promise(() => {});
    return false;
  }
  answers.loadSaved(profile.answer);
  answers.setTabs(tabs);
  answers.setAddAnother(addAnother);
  const known = snapshot.get();
  if (web_status !== known.web_status || extended_until !== known.extended_until)
    snapshot.set({ web_status, extended_until });
  // Always: a replaced document doesn't change its answer.
  void queries.current?.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name === 'conversion' || name === 'document-answer',
  });
  return true;
}

/** Reacts to a save of answers that were typed into another form than the server's. */
export async function followForm(parts: RefreshParts, release: string, refused: readonly string[]): Promise<void> {
  // Only the server knows what became of answers to another form than this page's.
  if (release !== releaseOf(parts.answers.form)) await refreshApplication(parts);
  else followNewerForm(parts, refused);
}

const REFRESH_PAUSE_MS = 5000;
const CHANNEL = 'firstyear.saved';

/**
 * Keeps this tab current: refreshes when it becomes visible, and when another tab of this browser has saved. Makes no calls
 * while it is hidden. Returns a stop function.
 */
export function followElsewhere(parts: RefreshParts, refresh = () => refreshApplication(parts)): () => void {
  const { snapshot, outbox, autosave, clock } = parts;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  const listening = new AbortController();
  const { signal } = listening;
  let isBehind = false;
  let lastAt = clock.now();
  let cancel: (() => void) | undefined;
  let savedAt = 0;

  const check = () => {
    cancel = undefined;
    const { is_logged_in, web_status } = snapshot.get();
    if (document.visibilityState === 'hidden' || !is_logged_in || web_status === 'submitted') return;
    lastAt = clock.now();
    isBehind = false;
    refresh().then(
      (hasRefreshed) => {
        // Unsaved answers go first; the end of their save schedules another refresh.
        if (!hasRefreshed) isBehind = true;
      },
      () => {
        // Retried when somebody comes back to the tab.
      },
    );
  };
  const schedule = () => {
    isBehind = true;
    cancel ??= clock.after(Math.max(0, lastAt + REFRESH_PAUSE_MS - clock.now()), check);
  };
  const onReturn = () => {
    if (document.visibilityState === 'visible') schedule();
  };
  document.addEventListener('visibilitychange', onReturn, { signal });
  window.addEventListener('focus', onReturn, { signal });
  channel?.addEventListener('message', schedule, { signal });
  const stop = autosave.subscribe(() => {
    const state = autosave.state();
    if (state.kind !== 'saved' || state.at === savedAt) return;
    savedAt = state.at;
    channel?.postMessage('saved');
    if (isBehind && !outbox.hasUnsaved()) schedule();
  });
  return () => {
    listening.abort();
    stop();
    cancel?.();
    channel?.close();
  };
}
