import { filePaths } from '@firstyear/api-contract/file-paths';
import { useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { useState } from 'react';
import styles from './thumbnails.module.css';

/** Thumbnails of a document's first pages, which open the PDF at their page. Those that can't be loaded are left out. */
export function Thumbnails({
  id,
  thumbnails,
  pages,
}: {
  /** The question's key. */
  readonly id: string;
  readonly thumbnails: readonly string[];
  readonly pages: number;
}) {
  const words = useWords(documents);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const shown = thumbnails
    .map((address, index) => ({ address, page: index + 1 }))
    .filter(({ address }) => !broken.includes(address));
  if (shown.length === 0) return null;
  return (
    <div className={styles.pages}>
      <ul className="row" aria-label={words.thumbnails}>
        {shown.map(({ address, page }) => (
          <li key={address}>
            <a className={styles.page} href={`${filePaths.document(id)}#page=${page}`} target="_blank" rel="noopener">
              <img
                className={styles.picture}
                src={address}
                alt={words.thumbnail({ page, pages })}
                onError={() => setBroken((before) => [...before, address])}
              />
              {pages > 1 && <span aria-hidden="true">{page}</span>}
            </a>
          </li>
        ))}
      </ul>
      {thumbnails.length < pages && (
        <p className={`quiet ${styles.more}`}>{words.firstPages({ shown: thumbnails.length, pages })}</p>
      )}
    </div>
  );
}
