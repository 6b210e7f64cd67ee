import { formPage } from '@firstyear/words/form-page';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './link.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';
import { useWords } from './words.ts';

/** Whether a click is meant for the app, not for a new tab or the browser's menu. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'download' | 'onClick'> {
  readonly to: string;
  readonly onFollow: () => void;
}

/** A link to an address of the app. It can be opened in a new tab like any other. */
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

/** An external link. It opens in a new tab, so that the form stays open, and says so (WCAG technique G201). */
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
