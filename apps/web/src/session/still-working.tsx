import { useState } from 'react';
import { sessionText } from '../text/session.ts';
import { sessionWatchText } from '../text/session-watch.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useSession } from './hooks.ts';

/** One minute before the inactivity limit. Closing it means staying: whoever can close it is there. */
export function StillWorking({ stay }: { readonly stay: () => void }) {
  const { logOut } = useSession();
  const [isLeaving, setIsLeaving] = useState(false);
  const words = sessionWatchText.stillWorking;
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
              void logOut(sessionText.inactive);
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
