import { Field } from '@firstyear/ui/field.tsx';
import { TextArea } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../app/form-dialog.tsx';

/** The shortest reason that the server takes. */
const SHORTEST = 3;

interface ReasonDialogProps {
  readonly title: string;
  /** Words of the button that does it. */
  readonly confirm: string;
  readonly text?: string;
  /** Fields besides the reason. */
  readonly children?: ReactNode;
  /** Says that what is inside is not filled in yet; it is not sent then. */
  readonly check?: () => boolean;
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for a reason, does it, and closes. */
export function ReasonDialog({ title, confirm, text, children, check, onConfirm, onClose }: ReasonDialogProps) {
  const words = useWords(officeApplication);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      onClose={onClose}
      check={() => {
        const isReasonMissing = reason.trim().length < SHORTEST;
        setIsMissing(isReasonMissing);
        return (check?.() ?? true) && !isReasonMissing;
      }}
      onConfirm={async () => {
        await onConfirm(reason.trim());
        onClose();
      }}
    >
      {text && <p>{text}</p>}
      {children}
      <Field
        id="reason"
        label={words.reason}
        hint={words.reasonHint}
        errors={isMissing ? [words.reasonNeeded] : []}
        required
      >
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
    </FormDialog>
  );
}
