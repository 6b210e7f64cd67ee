import { IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { Button } from '@firstyear/ui/button.tsx';
import { browserClock } from '@firstyear/ui/clock.ts';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { createValue, useAction, useValue } from '@firstyear/ui/hooks.ts';
import { createInactivity, followActivity } from '@firstyear/ui/inactivity.ts';
import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { sessionWatch } from '@firstyear/words/session-watch';
import { useEffect, useState } from 'react';
import type { AnswerStore } from '../answers/answer-store.ts';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { attachAutosave } from '../autosave/attach-autosave.ts';
import { type Autosave, useAutosave } from '../autosave/autosave.ts';
import { useSession, useSnapshot } from './hooks.ts';
import { createLogout, type Logout } from './log-out.ts';
import type { Session } from './session.ts';
import { LAST_ACTIVITY_KEY } from './stored.ts';

function countUnsaved({ form, outbox }: Pick<AnswerStore, 'form' | 'outbox'>): number {
  const keys = [...Object.keys(outbox.unsaved()?.answers ?? {}), ...outbox.refusedKeys()];
  return new Set(keys.map((key) => form.byStoredKey.get(key)?.question.key ?? key)).size;
}

/**
 * Announces the number of unsaved answers to the other tabs of this browser, and counts theirs, so that a Log Out in any
 * of them knows what it would lose. Returns a stop function.
 */
export function followUnsaved(
  { otherTabs, unsavedElsewhere }: Pick<Session, 'otherTabs' | 'unsavedElsewhere'>,
  answers: Pick<AnswerStore, 'form' | 'outbox' | 'subscribe'>,
  autosave: Pick<Autosave, 'flush'>,
): () => void {
  const tab = crypto.randomUUID();
  const others = new Map<string, number>();
  let announced = 0;
  const announce = (unsaved = countUnsaved(answers)) => {
    if (unsaved === announced) return;
    announced = unsaved;
    otherTabs.announce({ tab, unsaved });
  };
  const stopListening = otherTabs.onAnnounced((what) => {
    if (what === 'save') autosave.flush();
    else if (what === 'count') {
      announced = 0;
      announce();
    } else if (typeof what === 'object') {
      others.set(what.tab, what.unsaved);
      unsavedElsewhere.set([...others.values()].reduce((sum, unsaved) => sum + unsaved, 0));
    }
  });
  const stopCounting = answers.subscribe(null, () => announce());
  const listening = new AbortController();
  const { signal } = listening;
  // A page that is closed, or kept by the browser for Back, saves nothing, so other tabs must not wait for it.
  window.addEventListener('pagehide', () => announce(0), { signal });
  window.addEventListener('pageshow', () => announce(), { signal });
  announce();
  otherTabs.announce('count');
  return () => {
    stopListening();
    stopCounting();
    listening.abort();
    announce(0);
    unsavedElsewhere.set(0);
  };
}

function createInactivityWatch(autosave: Pick<Autosave, 'flush'>, { logOut }: Pick<Logout, 'logOut'>) {
  const isWarning = createValue(false);
  const inactivity = createInactivity({
    limitMs: IDLE_LIMIT_MS,
    clock: browserClock,
    record: storedText(storageOf('localStorage'), LAST_ACTIVITY_KEY),
    onWarning: (isOpen) => {
      if (isOpen) autosave.flush();
      isWarning.set(isOpen);
    },
    onExpired: () => void logOut('inactive'),
    onHeartbeat: () => {
      request('activity').catch(() => {
        // A 401 has ended the session already; any other failure shows with the next save.
      });
    },
  });
  return { inactivity, isWarning };
}

/**
 * Watches an applicant's session for inactivity and unsaved answers, and draws the dialogs about its end. Those are loaded
 * with it, since the connection may be gone when they are needed.
 */
export function SessionWatch() {
  const session = useSession();
  const answers = useAnswerStore();
  const autosave = useAutosave();
  const [{ inactivity, isWarning }] = useState(() =>
    createInactivityWatch(autosave, createLogout(session.logoutParts)),
  );
  const { is_logged_in, username } = useSnapshot();
  const isWatching = is_logged_in && username !== '';
  const isOpen = useValue(isWarning);
  const lose = useValue(session.pendingLogout);

  useEffect(
    () => (isWatching ? followUnsaved(session, answers, autosave) : undefined),
    [isWatching, session, answers, autosave],
  );

  useEffect(() => {
    if (!isWatching) return;
    const detach = attachAutosave(autosave);
    const stop = followActivity(inactivity);
    return () => {
      detach();
      stop();
    };
  }, [isWatching, inactivity, autosave]);

  return (
    <>
      {lose && <UnsavedDialog lose={lose} />}
      {isOpen && <StillWorking stay={inactivity.stay} />}
    </>
  );
}

/** One minute before the inactivity limit. Closing it means staying: the applicant is there. */
export function StillWorking({ stay }: { readonly stay: () => void }) {
  const { logoutParts, unsavedElsewhere } = useSession();
  const { logOut } = createLogout(logoutParts);
  const isSaved = useFromStore(countUnsaved) + useValue(unsavedElsewhere) === 0;
  const leaving = useAction(() => logOut('inactive'));
  const words = useWords(sessionWatch).stillWorking;
  useEffect(() => {
    // Seen by an applicant in another tab.
    const before = document.title;
    const asking = `${words.title} ${before}`;
    document.title = asking;
    return () => {
      if (document.title === asking) document.title = before;
    };
  }, [words]);
  return (
    <Dialog
      title={words.title}
      size="xs"
      role="alertdialog"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{words.stay}</Button>
          <Button variant="secondary" busy={leaving.isBusy} onClick={() => void leaving.run()}>
            {words.logOut}
          </Button>
        </>
      }
    >
      <p>{words.body}</p>
      <p>{isSaved ? words.saved : words.unsaved}</p>
    </Dialog>
  );
}

/**
 * Log Out with unsaved answers: waits as long as the applicant likes, and logs out once all tabs have saved theirs.
 * lose: logs out at once. Closing the dialog cancels the logout.
 */
function UnsavedDialog({ lose }: { readonly lose: () => Promise<void> }) {
  const { pendingLogout, otherTabs, unsavedElsewhere, submissionWaiting } = useSession();
  const autosave = useAutosave();
  const here = useFromStore(countUnsaved);
  const elsewhere = useValue(unsavedElsewhere);
  const [isWaiting, setIsWaiting] = useState(false);
  const losing = useAction(lose);
  const count = here + elsewhere;
  const isSubmitting = useValue(submissionWaiting) !== null;
  const [wasSubmitting] = useState(isSubmitting);
  const words = useWords(sessionWatch).unsaved;
  const stay = () => pendingLogout.set(null);

  useEffect(() => {
    if (isSubmitting) return;
    // The page says what became of the submission.
    if (wasSubmitting) pendingLogout.set(null);
    else if (count === 0) void lose();
  }, [count, isSubmitting, wasSubmitting, lose, pendingLogout]);

  return (
    <Dialog
      title={isSubmitting ? words.notSubmitted : count === 0 ? words.saved : words.title({ count })}
      size="xs"
      role="alertdialog"
      closeLabel={words.close}
      onClose={stay}
      actions={
        <>
          <Button
            busy={!isSubmitting && (isWaiting || count === 0)}
            onClick={() => {
              if (isSubmitting) return stay();
              setIsWaiting(true);
              autosave.flush();
              otherTabs.announce('save');
            }}
          >
            {isSubmitting ? words.close : words.wait}
          </Button>
          <Button variant="secondary" busy={losing.isBusy} onClick={() => void losing.run()}>
            {isSubmitting ? words.notSubmit : words.lose({ count })}
          </Button>
        </>
      }
    >
      {!isWaiting && <p>{isSubmitting ? words.submitting : words.body}</p>}
      {elsewhere > 0 && <p>{here > 0 ? words.partlyElsewhere : words.elsewhere}</p>}
      <p role="status">{isWaiting && words.waiting}</p>
    </Dialog>
  );
}
