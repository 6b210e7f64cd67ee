import type { Notice } from '@firstyear/form-engine';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import { useFormView } from './form-view.ts';
import styles from './notice.module.css';

/** A paragraph for the reader. The service view, which nobody follows links from, leaves it out. */
export function NoticeView({ notice }: { readonly notice: Notice }) {
  const { reading } = useFormView();
  if (reading) return null;
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
