import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  readonly kind: 'error' | 'success';
  /** What a screen reader calls it, such as 'Login Card Error'. */
  readonly label: string;
  readonly children: ReactNode;
  /** With both, the banner has a close button. */
  readonly onClose?: () => void;
  readonly closeLabel?: string;
}

/** A message inside of a card; read out when it appears. */
export function Banner({ kind, label, children, onClose, closeLabel }: BannerProps) {
  return (
    <section role={kind === 'error' ? 'alert' : 'status'} aria-label={label} className={styles.banner} data-kind={kind}>
      <div className={styles.text}>{children}</div>
      {onClose && (
        <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <path d="M4.5 4.5l11 11m0-11l-11 11" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
        </button>
      )}
    </section>
  );
}
