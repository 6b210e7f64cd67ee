import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeShell } from '@firstyear/words/office-shell';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSentence } from './states.tsx';
import styles from './table.module.css';
import { useFirstError } from './use-first-error.ts';

interface FormDialogProps {
  readonly title: string;
  /** Words of the button that does it. */
  readonly confirm: string;
  /** What it does cannot be undone. */
  readonly isDanger?: boolean;
  /** Shows what is missing, and says whether nothing is; without it nothing can be. */
  readonly check?: () => boolean;
  /** Does it, and closes the dialog; a refusal is shown inside. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for what an act needs, and does it. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirm, isDanger = false, check, onConfirm, onClose, children } = props;
  const words = useWords(officeShell);
  const sentence = useSentence();
  const acting = useMutation({ mutationFn: onConfirm });
  const errors = useFirstError<HTMLFormElement>();
  const act = () => {
    if (acting.isPending) return;
    if (check?.() ?? true) acting.mutate();
    else errors.show();
  };
  return (
    <Dialog
      size="xs"
      role={isDanger ? 'alertdialog' : 'dialog'}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant={isDanger ? 'danger' : 'primary'} busy={acting.isPending} onClick={act}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <form
        ref={errors.area}
        className={styles.fields}
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
