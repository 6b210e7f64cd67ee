import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeShell } from '@firstyear/words/office-shell';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFirstError } from './fields.tsx';
import { useSentence } from './states.tsx';
import styles from './table.module.css';

interface FormDialogProps {
  readonly title: string;
  /** The label of the confirming button. */
  readonly confirm: string;
  /** Whether the act cannot be undone. */
  readonly isDanger?: boolean;
  /** Shows which fields are missing. Returns whether the form can be sent. */
  readonly check?: () => boolean;
  /** Acts, and closes the dialog; a refusal is shown inside. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with the fields that an act needs. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirm, isDanger = false, check, onConfirm, onClose, children } = props;
  const words = useWords(officeShell);
  const sentence = useSentence();
  const acting = useMutation({ mutationFn: onConfirm });
  // The error is shown in the dialog.
  const { isBusy, run } = useAction(() => acting.mutateAsync().catch(() => undefined));
  const errors = useFirstError<HTMLFormElement>();
  const act = () => {
    if (isBusy) return;
    if (check?.() ?? true) void run();
    else errors.show();
  };
  return (
    <Dialog
      size="xs"
      role={isDanger ? 'alertdialog' : 'dialog'}
      title={title}
      onClose={onClose}
      actions={
        <Button variant={isDanger ? 'danger' : 'primary'} busy={isBusy} onClick={act}>
          {confirm}
        </Button>
      }
      cancel={words.cancel}
    >
      <form
        ref={errors.area}
        className={`stack ${styles.fields}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act();
        }}
      >
        {acting.error && (
          <p role="alert" className={styles.refused}>
            {sentence(acting.error)}
          </p>
        )}
        {children}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
