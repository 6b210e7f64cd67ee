import type { Sent } from '@firstyear/api-contract/desk';
import { clearHidden, type Form, indexForm, momentOf } from '@firstyear/form-engine';
import type { ReadApplication } from '@firstyear/form-reading/read-application.ts';
import { ReadPage } from '@firstyear/form-reading/read-page.tsx';
import styles from './application.module.css';

/** The answers with the form that they were sent with. today: the form where that is still the same. */
export function answersOf(sent: Sent, documents: ReadApplication['documents'], today: Form): ReadApplication {
  const { answers, tabs, add_another: addAnother } = sent;
  const form = sent.form === undefined ? today : indexForm(sent.form, today.words);
  return {
    form,
    answers: { ...answers, ...clearHidden(form, answers) },
    ...{ tabs, addAnother, documents },
    moment: () => momentOf(new Date()),
  };
}

/** The pages of the form with their answers, as the applicant's copy has them. */
export function AnswerPages({ read }: { readonly read: ReadApplication }) {
  return read.form.pages.map(({ id, title }) => (
    <section key={id} id={`page-${id}`} aria-labelledby={`page-${id}-title`} className={styles.sheet}>
      <h2 id={`page-${id}-title`}>{title}</h2>
      <ReadPage page={id} application={read} />
    </section>
  ));
}
