import type { OfficeApplication } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMe } from '../app/me.ts';
import { usePartner } from '../app/partner.ts';
import { applicationQuery } from '../app/queries.ts';
import { Failure, Loading } from '../app/states.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { AnswerPages, answersOf } from './answer-pages.tsx';
import styles from './application.module.css';
import { ApplicationHead } from './application-head.tsx';
import { Documents } from './documents.tsx';
import { History } from './history.tsx';
import { Notes } from './notes.tsx';
import { SealedAnswers } from './sealed-answers.tsx';
import { Summary } from './summary.tsx';

function Whole({ application }: { readonly application: OfficeApplication }) {
  const words = useWords(officeApplication);
  const me = useMe();
  const { form } = usePartner();
  const read = answersOf(application, form);
  const isDraft = application.row.status === 'draft';
  const pages = isDraft ? [] : read.form.pages;
  return (
    <>
      <ApplicationHead application={application} />
      <div className={styles.columns} data-documents={application.documents.length > 0 || undefined}>
        <nav aria-label={words.sections} className={styles.sections}>
          <a href="#summary">{words.summary}</a>
          {pages.map(({ id, navLabel }) => (
            <a key={id} href={`#page-${id}`}>
              {navLabel}
            </a>
          ))}
          <a href="#notes">
            {words.notes} <span>{application.notes.length}</span>
          </a>
          <a href="#history">
            {words.history} <span>{application.history.length}</span>
          </a>
        </nav>
        <div className={styles.text}>
          <Summary application={application} />
          {application.sealed.length > 0 && (
            <SealedAnswers application={application} canOpen={me.rights.includes('open_sealed')} />
          )}
          {isDraft ? <p className={styles.quiet}>{words.draftText}</p> : <AnswerPages read={read} />}
          <Notes key={application.row.id} application={application} canWrite={me.rights.includes('note')} />
          <History application={application} />
        </div>
        {application.documents.length > 0 && <Documents documents={application.documents} />}
      </div>
    </>
  );
}

/** One application, as it was sent, with its documents beside it. */
export function ApplicationPage() {
  const words = useWords(officeApplication);
  const { id } = useParams({ from: '/desk/applications/$id' });
  const { data, error, refetch } = useQuery(applicationQuery(id));
  usePageTitle(data?.row.confirmation_number ?? words.summary);
  return (
    <main id="content" className={styles.page}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Whole application={data} />}
    </main>
  );
}
