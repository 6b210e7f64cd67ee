import { dialog as dialogWords } from '@firstyear/words/dialog';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';
import { useWords } from './words.ts';

interface DialogProps {
  readonly title: string;
  /** xs 30rem, s 60rem, m 80vw; without one at most 37.5rem. Never wider than the window. */
  readonly size?: 'xs' | 's' | 'm';
  /** 'alertdialog' interrupts, and needs a decision. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly onClose: () => void;
  /** The label of the close button, if it is not just Close. */
  readonly closeLabel?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** The label of a button after the actions that closes the dialog. */
  readonly cancel?: string;
}

/** A modal dialog, open while it is mounted. Returns the focus when it unmounts. */
export function Dialog({ title, size, role = 'dialog', onClose, closeLabel, children, actions, cancel }: DialogProps) {
  const words = useWords(dialogWords);
  const titleId = useId();
  const bodyId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={titleId}
      aria-describedby={role === 'alertdialog' ? bodyId : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.frame}>
        <div className={styles.header}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <CloseButton label={closeLabel ?? words.close} className={styles.close} onClick={onClose} />
        </div>
        <div id={bodyId} className={styles.body}>
          {children}
        </div>
        {actions && (
          <div className={styles.actions}>
            {actions}
            {cancel !== undefined && (
              <Button variant="secondary" onClick={onClose}>
                {cancel}
              </Button>
            )}
          </div>
        )}
      </div>
    </dialog>
  );
}
