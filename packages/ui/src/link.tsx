import { formPage } from '@firstyear/words/form-page';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './link.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';
import { useWords } from './words.ts';

/** Whether a press is meant for the app; one of another button, or with a key held down, is the browser's own. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'download' | 'onClick'> {
  readonly to: string;
  /** Goes there within the app. */
  readonly onFollow: () => void;
}

/** A link to an address of the app, which opens like every other link in a new tab or window on request. */
export function Link({ to, onFollow, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow();
      }}
    >
      {children}
    </a>
  );
}

interface ExternalLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to somewhere else: in a window of its own, so that the form stays where it is, and saying so (WCAG technique G201). */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  const { newTab } = useWords(formPage);
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <svg className={styles.arrow} viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path d="M3.5 2h6.5v6.5M10 2L2.5 9.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <VisuallyHidden> {newTab}</VisuallyHidden>
    </a>
  );
}
