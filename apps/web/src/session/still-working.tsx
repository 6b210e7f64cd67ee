import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { sessionWatch } from '@firstyear/words/session-watch';
import { useState } from 'react';
import { useSession } from './hooks.ts';

/** One minute before the inactivity limit. Closing it means staying: whoever can close it is there. */
export function StillWorking({ stay }: { readonly stay: () => void }) {
  const { logOut } = useSession();
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
