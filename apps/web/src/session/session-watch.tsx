import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useValue } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { sessionWatch } from '@firstyear/words/session-watch';
import { useEffect, useState } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { attachAutosave } from '../autosave/attach-autosave.ts';
import { useAutosave } from '../autosave/autosave.ts';
import { countUnsaved, followUnsaved } from './follow-unsaved.ts';
import { useSession, useSnapshot } from './hooks.ts';
import { createInactivityWatch } from './inactivity.ts';
import { createLogout } from './log-out.ts';

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'mousemove', 'keydown', 'input', 'wheel', 'touchstart'] as const;

/**
 * While an applicant's session is known: tells the inactivity watch what happens in the window and the other tabs what is
 * unsaved here, and draws the dialogs about the end of the session. Those come with it, since the connection may be gone
 * when they are needed.
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
  const lose = useValue(session.askedToLose);

  useEffect(
    () => (isWatching ? followUnsaved(session, answers, autosave) : undefined),
    [isWatching, session, answers, autosave],
  );

  useEffect(() => {
    if (!isWatching) return;
    const onVisibility = () => {
      if (document.visibilityState === 'visible') inactivity.check();
    };
    const detach = attachAutosave(autosave);
    inactivity.start();
    for (const name of ACTIVITY_EVENTS) {
      window.addEventListener(name, inactivity.activity, { capture: true, passive: true });
    }
    window.addEventListener('storage', inactivity.check);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      detach();
      inactivity.stop();
      for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, inactivity.activity, { capture: true });
      window.removeEventListener('storage', inactivity.check);
      document.removeEventListener('visibilitychange', onVisibility);
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
function StillWorking({ stay }: { readonly stay: () => void }) {
  const { logOut } = createLogout(useSession().logoutParts);
  const [isLeaving, setIsLeaving] = useState(false);
  const words = useWords(sessionWatch).stillWorking;
  return (
    <Dialog
      title={words.title}
      size="xs"
      role="alertdialog"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{words.stay}</Button>
          <Button
            variant="secondary"
            busy={isLeaving}
            onClick={() => {
              setIsLeaving(true);
              void logOut('inactive');
            }}
          >
            {words.logOut}
          </Button>
        </>
      }
    >
      <p>{words.body}</p>
    </Dialog>
  );
}

/**
 * Log Out with answers that are not saved: waits as long as the applicant likes and logs out by itself once they are
 * saved, in all tabs. lose: logs out at once. Closing it takes the logout back.
 */
function UnsavedDialog({ lose }: { readonly lose: () => Promise<void> }) {
  const { askedToLose, otherTabs, unsavedElsewhere } = useSession();
  const autosave = useAutosave();
  const here = useFromStore(countUnsaved);
  const elsewhere = useValue(unsavedElsewhere);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const count = here + elsewhere;
  const words = useWords(sessionWatch).unsaved;

  useEffect(() => {
    if (count === 0) void lose();
  }, [count, lose]);

  return (
    <Dialog
      title={count === 0 ? words.saved : words.title({ count })}
      size="xs"
      role="alertdialog"
      closeLabel={words.close}
      onClose={() => askedToLose.set(null)}
      actions={
        <>
          <Button
            busy={isWaiting || count === 0}
            onClick={() => {
              setIsWaiting(true);
              autosave.flush();
              otherTabs.announce('save');
            }}
          >
            {words.wait}
          </Button>
          <Button
            variant="secondary"
            busy={isLeaving}
            onClick={() => {
              setIsLeaving(true);
              void lose();
            }}
          >
            {words.lose}
          </Button>
        </>
      }
    >
      {!isWaiting && <p>{words.body}</p>}
      {elsewhere > 0 && <p>{here > 0 ? words.partlyElsewhere : words.elsewhere}</p>}
      <p role="status">{isWaiting && words.waiting}</p>
    </Dialog>
  );
}
