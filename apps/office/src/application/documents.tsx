import type { OfficeApplication } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { DownloadLink } from '../shared/download-link.tsx';
import styles from './documents.module.css';

type Attached = OfficeApplication['documents'][number];

/** One document in the browser's own viewer, with thumbnails that lead to its pages; their pictures where there is no viewer. */
function Viewer({ document }: { readonly document: Attached }) {
  const words = useWords(officeApplication);
  const [page, setPage] = useState(1);
  const { href, label, thumbnails, state } = document;
  const shown = thumbnails[page - 1];
  if (href === null) return <p role="status">{words.documentState[state]}</p>;
  return (
    <>
      {thumbnails.length > 1 && (
        <ol className={styles.thumbnails}>
          {thumbnails.map((thumbnail, position) => (
            <li key={thumbnail}>
              <button
                type="button"
                aria-label={words.page({ page: position + 1 })}
                aria-pressed={page === position + 1}
                onClick={() => setPage(position + 1)}
              >
                <img src={thumbnail} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {navigator.pdfViewerEnabled ? (
        // Without the viewer's own pane of thumbnails, which would take half of the frame.
        <iframe key={page} className={styles.viewer} title={label} src={`${href}#page=${page}&navpanes=0&view=FitH`} />
      ) : (
        <>
          <p className="quiet">{words.noViewer}</p>
          {shown && <img className={styles.picture} src={shown} alt={words.pageOf({ label, page })} />}
        </>
      )}
    </>
  );
}

/** The documents of an application beside its answers. The address names the open one. */
export function Documents({ documents }: { readonly documents: readonly Attached[] }) {
  const words = useWords(officeApplication);
  const search = useSearch({ from: '/desk/applications/$id' });
  const open = documents.find(({ key }) => key === search.doc) ?? documents[0];
  return (
    <section id="documents" aria-labelledby="documents-title" className={styles.documents}>
      <h2 id="documents-title">{words.documents}</h2>
      <ul>
        {documents.map((document) => (
          <li key={document.key}>
            <Link
              to="."
              search={{ ...search, doc: document.key }}
              replace
              aria-current={document === open ? 'true' : undefined}
            >
              {document.label}
            </Link>{' '}
            <span className="quiet">
              <bdi>{document.file_name}</bdi>
              {document.page_count !== null && <span>{` · ${words.pages({ count: document.page_count })}`}</span>}
            </span>{' '}
            {document.href && <DownloadLink href={document.href}>{words.download}</DownloadLink>}
          </li>
        ))}
      </ul>
      {open && <Viewer key={open.key} document={open} />}
    </section>
  );
}
