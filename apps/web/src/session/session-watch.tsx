import { useValue } from '@firstyear/ui/hooks.ts';
import { useEffect, useState } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { attachAutosave } from '../autosave/attach-autosave.ts';
import { useAutosave } from '../autosave/use-autosave.ts';
import { followUnsaved } from './follow-unsaved.ts';
import { useSession, useSnapshot } from './hooks.ts';
import { createInactivityWatch } from './inactivity-watch.ts';
import { StillWorking } from './still-working.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';

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
  const [{ inactivity, isWarning }] = useState(() => createInactivityWatch(autosave, session));
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
