import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** A turning ring, hidden from screen readers. */
export function Spinner({ large = false }: { readonly large?: boolean }) {
  return <span className={styles.spinner} data-large={large || undefined} aria-hidden="true" />;
}

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  /** Shows a spinner and ignores presses; the button keeps its focus. */
  readonly busy?: boolean;
  /** Fills the available width. */
  readonly wide?: boolean;
}

export function Button({
  variant = 'primary',
  busy = false,
  wide = false,
  type = 'button',
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-variant={variant}
      data-wide={wide || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <Spinner />}
      <span className={styles.label}>{children}</span>
    </button>
  );
}
