import type { Form } from '@firstyear/form-engine';

export interface QuestionPlace {
  readonly page: string;
  readonly key: string;
}

interface SummaryError {
  readonly key: string;
  readonly message: string;
  /** Missing for a key that is on no page: its error is plain text (LAYOUT-19). */
  readonly page?: string;
  /** Its title. */
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
