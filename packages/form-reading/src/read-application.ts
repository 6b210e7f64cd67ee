import type { serviceApplication } from '@firstyear/api-contract/application';
import type { ResponseOf } from '@firstyear/api-contract/call';
import {
  type Answers,
  clearHidden,
  descKey,
  type Form,
  type FormState,
  indexForm,
  type Moment,
  type Question,
  textOf,
  textOfRole,
  traitsOf,
} from '@firstyear/form-engine';

/** The answers of an application with their form. */
export interface ReadApplication extends FormState {
  readonly form: Form;
  /** Uploaded documents, by the keys of their questions. */
  readonly documents: Readonly<Record<string, unknown>>;
  readonly moment: () => Moment;
  /** On which day, YYYY-MM-DD, the answers to which questions were corrected after the submission. */
  readonly corrections?: readonly { readonly day: string; readonly keys: readonly string[] }[];
  /** Answered questions whose answers are not here, and what is read in their place. */
  readonly sealed?: { readonly keys: readonly string[]; readonly text: string };
}

/** Reads the server's response. today: the current form, used if the response has no form of its own. */
export function readApplication(
  sent: ResponseOf<typeof serviceApplication>,
  today: Form,
  moment: () => Moment,
): ReadApplication {
  const { answer, tabs, add_another: addAnother, document_answer: documents, corrections = [] } = sent;
  const form = sent.form === undefined ? today : indexForm(sent.form, today.words);
  return {
    form,
    answers: { ...answer, ...clearHidden(form, answer) },
    tabs,
    addAnother,
    documents,
    moment,
    corrections,
  };
}

/** An answer as plain text: '' without one, and a fixed text for a sealed one. */
export function answerText({ form, answers, moment, sealed }: ReadApplication, question: Question): string {
  if (sealed?.keys.includes(question.key)) return sealed.text;
  return traitsOf(question).toText(question, answers, moment(), form.words);
}

const NAME_ROLES = ['given_name', 'middle_name', 'family_name'] as const;

/** The applicant's name in one line; '' when there is none. */
export function applicantName(form: Form, answers: Answers): string {
  const suffix = textOf(answers, descKey(form.roles.name_suffix ?? ''));
  const parts = [...NAME_ROLES.map((role) => textOfRole(form, answers, role)), suffix];
  return parts.filter((part) => part !== '').join(' ');
}
