import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useValue } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { sessionWatch } from '@firstyear/words/session-watch';
import { useEffect, useState } from 'react';
import { useFromStore } from '../answers/hooks.ts';
import { useAutosave } from '../autosave/use-autosave.ts';
import { countUnsaved } from './follow-unsaved.ts';
import { useSession } from './hooks.ts';

/**
 * Log Out with answers that are not saved: waits as long as the applicant likes and logs out by itself once they are
 * saved, in all tabs. lose: logs out at once. Closing it takes the logout back.
 */
export function UnsavedDialog({ lose }: { readonly lose: () => Promise<void> }) {
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
