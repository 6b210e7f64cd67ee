import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { type ReactNode, useState } from 'react';
import { isReason, TextField } from '../shared/fields.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { useTyped } from '../shared/kept.ts';

interface ReasonDialogProps {
  /** What the reason is for, by which it is kept when the session ends. */
  readonly name: string;
  readonly title: string;
  /** The label of the confirming button. */
  readonly confirm: string;
  readonly text?: string;
  /** Fields above the reason. */
  readonly children?: ReactNode;
  /** Whether these fields are filled in. */
  readonly check?: () => boolean;
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for a reason, acts, and closes. */
export function ReasonDialog({ name, title, confirm, text, children, check, onConfirm, onClose }: ReasonDialogProps) {
  const words = useWords(officeApplication);
  const [reason, setReason] = useTyped(`reason ${name}`);
  const [isMissing, setIsMissing] = useState(false);
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      onClose={onClose}
      check={() => {
        setIsMissing(!isReason(reason));
        return (check?.() ?? true) && isReason(reason);
      }}
      onConfirm={async () => {
        await onConfirm(reason.trim());
        onClose();
      }}
    >
      {text && <p>{text}</p>}
      {children}
      <TextField
        id="reason"
        label={words.reason}
        hint={words.reasonHint}
        errors={isMissing ? [words.reasonNeeded] : []}
        required
        rows={3}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
