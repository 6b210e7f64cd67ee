import type { Notice } from '@firstyear/form-engine';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import styles from './notice.module.css';

/** A paragraph for the reader. What is read of the form leaves it out. */
export function NoticeView({ notice }: { readonly notice: Notice }) {
  return (
    <div className={styles.notice}>
      <p className={styles.text}>{notice.text}</p>
      {notice.links && (
        <ul className={styles.links}>
          {notice.links.map(({ label, href }) => (
            <li key={href}>
              <ExternalLink href={href}>{label}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
