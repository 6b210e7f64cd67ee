import { previewLetter, type ShownLetter, sendMessage } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { showSuccess } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useRef, useState } from 'react';
import { request } from '../shared/api.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { useKept } from '../shared/kept.ts';
import { EMPTY_MESSAGE, type MessageDraft, MessageFields, messageOf, ShownMail } from '../shared/letter.tsx';

const drafts = new Map<string, MessageDraft>();

interface MessageDialogProps {
  readonly id: string;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Writes to one applicant: first the text, then the mail as it is sent. */
export function MessageDialog({ id, onDone, onClose }: MessageDialogProps) {
  const words = useWords(officeApplication);
  const [draft, setDraft] = useKept(drafts, id, EMPTY_MESSAGE);
  const [isChecked, setIsChecked] = useState(false);
  const [shown, setShown] = useState<ShownLetter>();
  // However often it is sent, it is one mail, until it says something else.
  const attempt = useRef(crypto.randomUUID());
  const message = messageOf(draft);
  const params = { id };
  const preview = async () => {
    if (message) setShown(await request(previewLetter, { params, payload: { about: { kind: 'message', message } } }));
  };
  const send = async () => {
    if (!message) return;
    await request(sendMessage, { params, payload: { attempt: attempt.current, message } });
    showSuccess(words.sent);
    await onDone();
    onClose();
  };
  return (
    // Keyed: what is sent begins at the head of its dialog, not at the button that showed it.
    <FormDialog
      key={shown ? 'send' : 'write'}
      title={words.writeTitle}
      confirm={shown ? words.send : words.seeMail}
      check={() => {
        setIsChecked(true);
        return message !== undefined;
      }}
      onConfirm={shown ? send : preview}
      onClose={onClose}
    >
      {shown ? (
        <>
          <ShownMail mail={shown} />
          <Button variant="quiet" onClick={() => setShown(undefined)}>
            {words.change}
          </Button>
        </>
      ) : (
        <MessageFields
          draft={draft}
          isChecked={isChecked}
          onChange={(changed) => {
            attempt.current = crypto.randomUUID();
            setDraft(changed);
          }}
        />
      )}
    </FormDialog>
  );
}
