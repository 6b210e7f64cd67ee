import { lazy, Suspense, useEffect } from 'react';
import { loadPart } from '../api/load-part.ts';
import { attachAutosave } from '../autosave/attach-autosave.ts';
import { useAutosave } from '../autosave/use-autosave.ts';
import { useValue } from '../ui/value-store.ts';
import { useInactivity, useSnapshot } from './hooks.ts';

const loadDialog = () => loadPart(() => import('./still-working.tsx'));
const StillWorking = lazy(async () => ({ default: (await loadDialog()).StillWorking }));

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'mousemove', 'keydown', 'input', 'wheel', 'touchstart'] as const;

/** Tells the inactivity watch what happens in the window, while an applicant's session is known. */
export function SessionWatch() {
  const { inactivity, isWarning } = useInactivity();
  const autosave = useAutosave();
  const { is_logged_in, username } = useSnapshot();
  const isWatching = is_logged_in && username !== '';
  const isOpen = useValue(isWarning);

  useEffect(() => {
    if (!isWatching) return;
    const onVisibility = () => {
      if (document.visibilityState === 'visible') inactivity.check();
    };
    const detach = attachAutosave(autosave);
    inactivity.start();
    // Fetched ahead: when it is needed the connection may be gone.
    loadDialog().catch(() => {
      // Tried again when it is to be shown.
    });
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

  return isOpen ? (
    <Suspense>
      <StillWorking />
    </Suspense>
  ) : null;
}
