import type { ReactNode, RefObject } from 'react';
import styles from './banner.module.css';
import { CloseButton } from './close-button.tsx';

interface BannerProps {
  readonly kind: 'error' | 'success';
  /** The accessible name, such as 'Login Card Error'. */
  readonly label: string;
  readonly children: ReactNode;
  /** For a banner that takes the focus. */
  readonly ref?: RefObject<HTMLElement | null>;
  /** Adds a close button. */
  readonly close?: { readonly label: string; readonly onClose: () => void };
}

export function Banner({ kind, label, children, ref, close }: BannerProps) {
  return (
    <section
      ref={ref}
      tabIndex={ref && -1}
      role={kind === 'error' ? 'alert' : 'status'}
      aria-label={label}
      className={styles.banner}
      data-kind={kind}
    >
      <div className={styles.text}>{children}</div>
      {close && <CloseButton label={close.label} className={styles.close} onClick={close.onClose} />}
    </section>
  );
}
