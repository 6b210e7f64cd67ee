import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { TextArea } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSentence } from '../app/states.tsx';

/** The shortest reason that the server takes. */
const SHORTEST = 3;

interface ReasonDialogProps {
  readonly title: string;
  /** Words of the button that does it. */
  readonly confirm: string;
  readonly text?: string;
  /** What is asked for besides the reason. */
  readonly children?: ReactNode;
  /** Says that what is inside is not filled in yet; it is not sent then. */
  readonly check?: () => boolean;
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for a reason, does it, and closes; a refusal is said inside. */
export function ReasonDialog({ title, confirm, text, children, check, onConfirm, onClose }: ReasonDialogProps) {
  const words = useWords(officeApplication);
  const sentence = useSentence();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const acting = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const act = () => {
    const isReasonMissing = reason.trim().length < SHORTEST;
    setIsMissing(isReasonMissing);
    const isWhole = check?.() ?? true;
    if (isWhole && !isReasonMissing) acting.mutate(reason.trim());
  };
  const errors = [...(isMissing ? [words.reasonNeeded] : []), ...(acting.error ? [sentence(acting.error)] : [])];
  return (
    <Dialog
      size="xs"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button busy={acting.isPending} onClick={act}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      {text && <p>{text}</p>}
      {children}
      <Field id="reason" label={words.reason} hint={words.reasonHint} errors={errors} required>
        {(aria) => (
          <TextArea
            {...aria}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
