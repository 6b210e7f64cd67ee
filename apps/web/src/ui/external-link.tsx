import type { ReactNode } from 'react';
import styles from './external-link.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface ExternalLinkProps {
  readonly href: string;
  readonly children: ReactNode;
  /** What the arrow says to eyes, for ears. */
  readonly newTabWords?: string;
}

/** A link to somewhere else: in a window of its own, so that the form stays where it is, and saying so (WCAG technique G201). */
export function ExternalLink({ href, children, newTabWords = '(opens in a new tab)' }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <svg className={styles.arrow} viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path d="M3.5 2h6.5v6.5M10 2L2.5 9.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <VisuallyHidden> {newTabWords}</VisuallyHidden>
    </a>
  );
}
