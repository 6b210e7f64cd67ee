import type { OfficeApplication } from '@firstyear/api-contract/desk';
import { Banner } from '@firstyear/ui/banner.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { officeChecklist } from '@firstyear/words/office-checklist';
import { officeList } from '@firstyear/words/office-list';
import { serviceView } from '@firstyear/words/service-view';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isOutOfSight } from '../shared/api.ts';
import { usePageTitle, usePartner } from '../shared/partner.ts';
import { applicationQuery, useMe } from '../shared/queries.ts';
import { rowName } from '../shared/row-name.ts';
import { type KeyActs, useSingleKeyActs, useSingleKeys } from '../shared/single-keys.ts';
import { Failure, Loading } from '../shared/states.tsx';
import { AnswerPages, answersOf, EarlierSubmissions, submissionsOf } from './answers.tsx';
import styles from './application.module.css';
import { ApplicationHead } from './application-head.tsx';
import { Checklist, papersOf, useChecklist } from './checklist.tsx';
import { Documents } from './documents.tsx';
import { History } from './history.tsx';
import { Notes } from './notes.tsx';
import { SealedAnswers } from './sealed-answers.tsx';
import { Summary } from './summary.tsx';

const found = (selector: string) => document.querySelector<HTMLElement>(selector);
const press = (selector: string) => () => found(selector)?.click();
const KEYS: KeyActs = {
  j: press('a[rel=next]'),
  k: press('a[rel=prev]'),
  u: press('[data-back]'),
  m: press('[data-mark]'),
  n: () => found('#note-new')?.focus(),
  // What came waits to be checked.
  c: () => (found('#checklist [data-act]') ?? found('#checklist button'))?.focus(),
};

function Whole({ application }: { readonly application: OfficeApplication }) {
  const words = useWords(officeApplication);
  const { title: checklistTitle } = useWords(officeChecklist);
  const me = useMe();
  const { form } = usePartner();
  const { documents: attached, earlier_submissions: earlier } = application;
  const checklist = useChecklist(application.row.id);
  const documents = [...attached, ...(checklist.data ? papersOf(checklist.data) : [])];
  const { items = [] } = checklist.data ?? {};
  const byKey = Object.fromEntries(attached.map((document) => [document.key, document]));
  const sealed = { keys: application.sealed.map(({ key }) => key), text: useWords(serviceView).sealed };
  const read = answersOf(application, { documents: byKey, sealed, today: form });
  const submissions = submissionsOf(read, earlier, { today: form, sealedText: sealed.text });
  const keys = useSingleKeys();
  useSingleKeyActs(KEYS);
  const isDraft = application.row.status === 'draft';
  const pages = isDraft ? [] : read.form.pages;
  return (
    <>
      <ApplicationHead application={application} />
      <div className={styles.columns} data-documents={documents.length > 0 || undefined}>
        <nav aria-label={words.sections} className={styles.sections}>
          <a href="#summary">{words.summary}</a>
          {items.length > 0 && (
            <a href="#checklist">
              {checklistTitle} <span>{items.length}</span>
            </a>
          )}
          {documents.length > 0 && (
            <a href="#documents">
              {words.documents} <span>{documents.length}</span>
            </a>
          )}
          <a href="#notes">
            {words.notes} <span>{application.notes.length}</span>
          </a>
          {pages.map(({ id, navLabel }) => (
            <a key={id} href={`#page-${id}`}>
              {navLabel}
            </a>
          ))}
          {earlier.length > 0 && (
            <a href="#earlier">
              {words.earlierTitle} <span>{earlier.length}</span>
            </a>
          )}
          <a href="#history">
            {words.history} <span>{application.history.length}</span>
          </a>
          {keys.areOn && (
            <p className="quiet">{items.length > 0 ? `${words.keys} ${words.checklistKey}` : words.keys}</p>
          )}
        </nav>
        <div className={`stack ${styles.text}`}>
          {application.is_altered && (
            <Banner kind="error" label={words.alteredLabel}>
              {words.altered}
            </Banner>
          )}
          <Summary application={application} />
          <Checklist application={application} submissions={submissions} query={checklist} />
          {application.sealed.length > 0 && (
            <SealedAnswers application={application} canOpen={me.rights.includes('open_sealed')} />
          )}
        </div>
        <div className={styles.beside}>
          {documents.length > 0 && <Documents documents={documents} />}
          <Notes application={application} canWrite={me.rights.includes('note')} />
        </div>
        <div className={`stack ${styles.text}`}>
          {isDraft ? (
            <p className="quiet">{earlier.length > 0 ? words.reopenedDraftText : words.draftText}</p>
          ) : (
            <AnswerPages read={read} />
          )}
          <EarlierSubmissions changes={submissions.changes} />
          <History application={application} />
        </div>
      </div>
    </>
  );
}

/** One application as it was submitted, with its documents beside it. */
export function ApplicationPage() {
  const words = useWords(officeApplication);
  const list = useWords(officeList);
  const { id } = useParams({ from: '/desk/applications/$id' });
  const { data: loaded, error, refetch } = useQuery(applicationQuery(id));
  // Deleted, reopened or no longer this person's to see: nothing of it stays on the screen.
  const data = isOutOfSight(error) ? undefined : loaded;
  usePageTitle(data ? rowName(data.row, list.nameless) : words.title);
  return (
    <main id="content" className={styles.page}>
      {error && <Failure as={data ? 'h2' : 'h1'} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <h1>
            <VisuallyHidden>{words.title}</VisuallyHidden>
          </h1>
          <Loading />
        </>
      )}
      {/* Keyed: nothing that was opened or typed at one application may stay on the screen at the next. */}
      {data && <Whole key={id} application={data} />}
    </main>
  );
}
