import type { Form } from '@firstyear/form-engine';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import styles from './form.module.css';

export interface QuestionPlace {
  readonly page: string;
  readonly key: string;
}

interface SummaryError {
  readonly key: string;
  readonly message: string;
  /** Missing for a key that is on no page: its error is plain text (LAYOUT-19). */
  readonly page?: string;
  readonly section?: string;
}

/** One entry for each distinct message of a key, in page order; keys without a page come last. */
export function summaryErrors(
  form: Form,
  errors: Readonly<Record<string, readonly string[]>>,
): readonly SummaryError[] {
  const onPages = form.fields.flatMap(({ question, page, section }) =>
    [...new Set(errors[question.key] ?? [])].map((message) => ({
      key: question.key,
      message,
      page,
      section: section.title,
    })),
  );
  const others = Object.entries(errors)
    .filter(([key]) => !form.byKey.has(key))
    .flatMap(([key, messages]) => [...new Set(messages)].map((message) => ({ key, message })));
  return [...onPages, ...others];
}

/** Characters of a message that are shown; the certification's first sentence fits. */
const SHOWN_LENGTH = 90;

/** A message that may be a whole certification: shows its beginning, and all of it to screen readers and page search. */
export function ShortMessage({ message }: { readonly message: string }) {
  if (message.length <= SHOWN_LENGTH + 30) return <span>{message}</span>;
  const end = message.lastIndexOf(' ', SHOWN_LENGTH);
  return (
    <>
      <span>{message.slice(0, end)}</span>
      <span className={styles.more} aria-hidden="true" />
      <VisuallyHidden>{message.slice(end)}</VisuallyHidden>
    </>
  );
}
