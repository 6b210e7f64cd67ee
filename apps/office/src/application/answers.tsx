import type { OfficeApplication, Sent } from '@firstyear/api-contract/desk';
import { type Form, indexForm, labelsOf, momentOf, relevantAnswers } from '@firstyear/form-engine';
import { answerText, type ReadApplication } from '@firstyear/form-reading/read-application.ts';
import { ReadPage } from '@firstyear/form-reading/read-page.tsx';
import { Deeper } from '@firstyear/ui/heading.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useState } from 'react';
import { useFormats } from '../shared/formats.tsx';
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

/** An earlier submission, read as it was sent and as it was sent next. */
interface Change {
  readonly earlier: Earlier;
  readonly older: ReadApplication;
  readonly newer: ReadApplication;
}
/** The newest submission, and the changes that led to it, oldest first. */
export interface Submissions {
  readonly read: ReadApplication;
  readonly changes: readonly Change[];
}

/** Reads all submissions of an application, each beside the next one. */
export function submissionsOf(
  read: ReadApplication,
  earlier: readonly Earlier[],
  { today, sealedText }: { readonly today: Form; readonly sealedText: string },
): Submissions {
  const older = earlier.map((one) => {
    const sealed = { keys: one.sealed_keys ?? [], text: sealedText };
    return { earlier: one, older: answersOf(one, { documents: one.documents, sealed, today }) };
  });
  return { read, changes: older.map((one, place) => ({ ...one, newer: older[place + 1]?.older ?? read })) };
}

/** What a correction has changed, old and new side by side. */
export function Changes({ change: { earlier, older, newer } }: { readonly change: Change }) {
  const words = useWords(officeApplication);
  const textOf = (read: ReadApplication, key: string) => {
    const question = read.form.byKey.get(key)?.question;
    return (question && answerText(read, question)) || words.noAnswer;
  };
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{words.question}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {(earlier.changed_keys ?? []).map((key) => (
          <tr key={key}>
            <th scope="row">{labelsOf(newer.form, [key])}</th>
            <td dir="auto">{textOf(older, key)}</td>
            <td dir="auto">{textOf(newer, key)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One submission from before a reopening or a correction. Its answers are drawn when somebody opens it. */
function EarlierSubmission({ change }: { readonly change: Change }) {
  const words = useWords(officeApplication);
  const { moment } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const { earlier, older: read } = change;
  const [submitted, reopened] = [moment(earlier.submitted_at), moment(earlier.reopened_at)];
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {earlier.changed_keys
          ? words.earlierCorrected({ submitted, corrected: reopened })
          : words.earlierOf({ submitted, reopened })}
      </summary>
      {isOpen && earlier.changed_keys && <Changes change={change} />}
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

/** The submissions from before the application was reopened or corrected. */
export function EarlierSubmissions({ changes }: Pick<Submissions, 'changes'>) {
  const words = useWords(officeApplication);
  if (changes.length === 0) return null;
  return (
    <section id="earlier" aria-labelledby="earlier-title" className={styles.earlier}>
      <h2 id="earlier-title">{words.earlierTitle}</h2>
      {changes.map((change) => (
        <EarlierSubmission key={change.earlier.reopened_at} change={change} />
      ))}
    </section>
  );
}
