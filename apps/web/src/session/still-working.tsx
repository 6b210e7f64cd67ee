import { useState } from 'react';
import { useAppServices } from '../app/app-services.tsx';
import { sessionText } from '../text/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { logOut } from './session-end.ts';

/** One minute before the inactivity limit (specification 4). Closing it means staying (readings AMB-089). */
export function StillWorking() {
  const services = useAppServices();
  const [isLeaving, setIsLeaving] = useState(false);
  const { title, body, stay, logOut: leave } = sessionText.stillWorking;
  return (
    <Dialog
      title={title}
      size="xs"
      role="alertdialog"
      onClose={services.inactivity.stay}
      actions={
        <>
          <Button onClick={services.inactivity.stay}>{stay}</Button>
          <Button
            variant="secondary"
            busy={isLeaving}
            onClick={() => {
              setIsLeaving(true);
              void logOut(services, sessionText.inactive);
            }}
          >
            {leave}
          </Button>
        </>
      }
    >
      <p>{body}</p>
    </Dialog>
  );
}
