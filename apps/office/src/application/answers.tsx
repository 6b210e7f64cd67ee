import type { OfficeApplication, Sent } from '@firstyear/api-contract/desk';
import { type Form, indexForm, momentOf, relevantAnswers } from '@firstyear/form-engine';
import type { ReadApplication } from '@firstyear/form-reading/read-application.ts';
import { ReadPage } from '@firstyear/form-reading/read-page.tsx';
import { Deeper } from '@firstyear/ui/heading.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { serviceView } from '@firstyear/words/service-view';
import { useState } from 'react';
import { useFormats } from '../shared/formats.tsx';
import { usePartner } from '../shared/partner.ts';
import styles from './application.module.css';

interface ReadOptions {
  readonly documents: ReadApplication['documents'];
  readonly sealed: ReadApplication['sealed'];
  /** The current form, used if the submission has no form of its own. */
  readonly today: Form;
}

/** A submission with its form. */
export function answersOf(sent: Sent, { documents, sealed, today }: ReadOptions): ReadApplication {
  const { answers, tabs, add_another: addAnother } = sent;
  const form = sent.form === undefined ? today : indexForm(sent.form, today.words);
  const relevant = relevantAnswers(form, answers);
  const read = { form, answers: relevant, tabs, addAnother, documents, moment: () => momentOf(new Date()) };
  return sealed ? { ...read, sealed } : read;
}

/** The pages of the form with their answers, as in the applicant's copy. */
export function AnswerPages({ read }: { readonly read: ReadApplication }) {
  return read.form.pages.map(({ id, title }) => (
    <section key={id} id={`page-${id}`} aria-labelledby={`page-${id}-title`} className={styles.sheet}>
      <h2 id={`page-${id}-title`}>{title}</h2>
      <Deeper>
        <ReadPage page={id} application={read} hasMarks={false} />
      </Deeper>
    </section>
  ));
}

type Earlier = OfficeApplication['earlier_submissions'][number];

/** One submission from before a reopening. Its answers are drawn when somebody opens it. */
function EarlierSubmission({ earlier }: { readonly earlier: Earlier }) {
  const words = useWords(officeApplication);
  const { moment } = useFormats();
  const { form } = usePartner();
  const [isOpen, setIsOpen] = useState(false);
  const sealed = { keys: earlier.sealed_keys ?? [], text: useWords(serviceView).sealed };
  const read = answersOf(earlier, { documents: earlier.documents, sealed, today: form });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {words.earlierOf({ submitted: moment(earlier.submitted_at), reopened: moment(earlier.reopened_at) })}
      </summary>
      {isOpen &&
        read.form.pages.map(({ id, title }) => (
          <div key={id}>
            <h3>{title}</h3>
            <Deeper>
              <Deeper>
                <ReadPage page={id} application={read} hasMarks={false} />
              </Deeper>
            </Deeper>
          </div>
        ))}
    </details>
  );
}

/** The submissions from before the application was reopened. */
export function EarlierSubmissions({ submissions }: { readonly submissions: readonly Earlier[] }) {
  const words = useWords(officeApplication);
  if (submissions.length === 0) return null;
  return (
    <section id="earlier" aria-labelledby="earlier-title" className={styles.earlier}>
      <h2 id="earlier-title">{words.earlierTitle}</h2>
      {submissions.map((earlier) => (
        <EarlierSubmission key={earlier.reopened_at} earlier={earlier} />
      ))}
    </section>
  );
}
