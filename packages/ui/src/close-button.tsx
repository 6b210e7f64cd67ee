import type { ComponentPropsWithRef } from 'react';
import styles from './close-button.module.css';

interface CloseButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'children'> {
  /** The accessible name, since the button shows only a cross. */
  readonly label: string;
}

/** The cross that closes a banner, a dialog, the account popover or a toast. */
export function CloseButton({ label, className, ...props }: CloseButtonProps) {
  return (
    <button {...props} type="button" aria-label={label} className={[styles.close, className].filter(Boolean).join(' ')}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <path d="M4.5 4.5l11 11m0-11l-11 11" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
    </button>
  );
}
