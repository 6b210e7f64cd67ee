import {
  type Answers,
  answerOf,
  descKey,
  type Field,
  type Form,
  isChoice,
  isDocument,
  storedKeysOf,
  traitsOf,
} from '@firstyear/form-engine';
import type { ExportRow } from '../../application/row/service.ts';
import type { ApplicationContent } from '../../application/submission/content.ts';

/** An application with what was submitted, the sealed answers opened. */
export interface ExportedApplication extends Pick<ExportRow, 'application' | 'email' | 'status' | 'submission'> {
  /** What it was submitted with, or serves today, and its hash. */
  readonly form: Form;
  readonly form_version: string;
  readonly content: ApplicationContent;
}

/** One column of a table of applications. */
export interface Column {
  readonly name: string;
  /** The question that it belongs to; nothing for what is no answer. */
  readonly field?: Field;
  /** What stands in it, for whoever reads the table. */
  readonly about: string;
  readonly read: (exported: ExportedApplication) => string;
}

const FACTS: readonly Column[] = [
  { name: 'application_id', about: 'Id of the application.', read: ({ application }) => application.id },
  {
    name: 'confirmation_number',
    about: 'Given at the submission; empty before.',
    read: ({ submission }) => submission?.confirmation_number ?? '',
  },
  { name: 'status', about: 'none, started, validating or submitted.', read: ({ status }) => status },
  {
    name: 'submitted_at',
    about: 'Moment of the submission in UTC (ISO 8601); empty before.',
    read: ({ submission }) => submission?.submitted_at.toISOString() ?? '',
  },
  { name: 'account_email', about: 'Address that the applicant logs in with.', read: ({ email }) => email },
  {
    name: 'form_version',
    about: 'Which form was filled in: another question or option makes another version.',
    read: ({ form_version }) => form_version,
  },
];

const cellOf = (answers: Answers, key: string) => String(answerOf(answers, key));

function columnsOfField(field: Field): readonly Column[] {
  const { key } = field.question;
  const columns: Column[] = storedKeysOf(field.question).map((name) => ({
    name,
    field,
    about: name === key ? aboutAnswer(field) : 'What the applicant read and chose.',
    read: ({ content }) => cellOf(content.answers, name),
  }));
  if (!isDocument(field.question)) return columns;
  const about = 'Name of the file that was uploaded.';
  const read = ({ content }: ExportedApplication) => content.documents[key]?.file_name ?? '';
  return [...columns, { name: `${key}_file_name`, field, about, read }];
}

function aboutAnswer({ question }: Field): string {
  if (isDocument(question)) return 'ANSWERED when there is a document.';
  if (isChoice(question)) return `Value of the choice; ${descKey(question.key)} has its words.`;
  return traitsOf(question).isBoolean ? 'true or false; empty when it was not touched.' : 'As the applicant typed it.';
}

/** Answers to questions that this form does not have: of an earlier version of it. */
function otherAnswers(form: Form, { content }: ExportedApplication): string {
  const others = Object.keys(content.answers).filter((key) => !form.byStoredKey.has(key));
  if (others.length === 0) return '';
  return JSON.stringify(Object.fromEntries(others.map((key) => [key, answerOf(content.answers, key)])));
}

const isSealed = ({ question }: Field) => traitsOf(question).isSealed(question);

/**
 * The columns of a table of applications: facts, one for each key that the form's questions store, in page order, then
 * tabs, shown entries and what an earlier version of the form asked. The same form always gives the same columns.
 */
export function columnsOf(form: Form, options: { readonly withSealed: boolean }): readonly Column[] {
  const fields = form.fields.filter((field) => options.withSealed || !isSealed(field));
  const tabs = [...form.tabGroups].map(
    ([id, { legend }]): Column => ({
      name: `${id}_tab`,
      about: `Which tab was open: ${legend}`,
      read: ({ content }) => content.tabs[id] ?? '',
    }),
  );
  const counts = [...form.repeaters].map(
    ([id, { noun, maxNumberOfComponents }]): Column => ({
      name: `${id}_count`,
      about: `How many entries were shown (${noun} 1 to ${maxNumberOfComponents}).`,
      read: ({ content }) => String(content.add_another[id] ?? 1),
    }),
  );
  const others: Column = {
    name: 'other_answers',
    about: 'Answers to questions of an earlier version of the form, as a JSON object.',
    read: (exported) => otherAnswers(form, exported),
  };
  return [...FACTS, ...fields.flatMap(columnsOfField), ...tabs, ...counts, others];
}
