import styles from './spinner.module.css';

/** A turning ring. Says nothing to screen readers; what holds it does. */
export function Spinner({ large = false }: { readonly large?: boolean }) {
  return <span className={styles.spinner} data-large={large || undefined} aria-hidden="true" />;
}
