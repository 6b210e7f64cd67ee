import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import styles from './short-message.module.css';

/** Characters of a message that are shown; the certification's first sentence fits. */
const SHOWN_LENGTH = 90;

/** A message that may be a whole certification: shows its beginning, and all of it to screen readers and page search. */
export function ShortMessage({ message }: { readonly message: string }) {
  if (message.length <= SHOWN_LENGTH + 30) return message;
  const end = message.lastIndexOf(' ', SHOWN_LENGTH);
  return (
    <>
      <span>{message.slice(0, end)}</span>
      <span className={styles.more} aria-hidden="true" />
      <VisuallyHidden>{message.slice(end)}</VisuallyHidden>
    </>
  );
}
