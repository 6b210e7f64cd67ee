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
import { ENGLISH, type WordsOf } from '@firstyear/words';
import { officeExportFiles } from '@firstyear/words/office-export-files';
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

type Words = WordsOf<typeof officeExportFiles.texts>;

interface Fact extends Pick<Column, 'read'> {
  readonly name: keyof typeof officeExportFiles.texts.facts;
}

const FACTS: readonly Fact[] = [
  { name: 'application_id', read: ({ application }) => application.id },
  { name: 'confirmation_number', read: ({ submission }) => submission?.confirmation_number ?? '' },
  { name: 'status', read: ({ status }) => status },
  { name: 'submitted_at', read: ({ submission }) => submission?.submitted_at.toISOString() ?? '' },
  { name: 'account_email', read: ({ email }) => email },
  { name: 'form_version', read: ({ form_version }) => form_version },
];

const cellOf = (answers: Answers, key: string) => String(answerOf(answers, key));

function columnsOfField(field: Field, words: Words): readonly Column[] {
  const { key } = field.question;
  const columns: Column[] = storedKeysOf(field.question).map((name) => ({
    name,
    field,
    about: name === key ? aboutAnswer(field, words) : words.answers.chosenWords,
    read: ({ content }) => cellOf(content.answers, name),
  }));
  if (!isDocument(field.question)) return columns;
  const read = ({ content }: ExportedApplication) => content.documents[key]?.file_name ?? '';
  return [...columns, { name: `${key}_file_name`, field, about: words.answers.fileName, read }];
}

function aboutAnswer({ question }: Field, { answers }: Words): string {
  if (isDocument(question)) return answers.document;
  if (isChoice(question)) return answers.choice({ column: descKey(question.key) });
  return traitsOf(question).isBoolean ? answers.check : answers.text;
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
  const words = officeExportFiles.in(ENGLISH);
  const fields = form.fields.filter((field) => options.withSealed || !isSealed(field));
  const tabs = [...form.tabGroups].map(
    ([id, { legend }]): Column => ({
      name: `${id}_tab`,
      about: words.tab({ legend }),
      read: ({ content }) => content.tabs[id] ?? '',
    }),
  );
  const counts = [...form.repeaters].map(
    ([id, { noun, maxNumberOfComponents }]): Column => ({
      name: `${id}_count`,
      about: words.entries({ noun, most: maxNumberOfComponents }),
      read: ({ content }) => String(content.add_another[id] ?? 1),
    }),
  );
  const others: Fact = { name: 'other_answers', read: (exported) => otherAnswers(form, exported) };
  const withWords = (fact: Fact): Column => ({ ...fact, about: words.facts[fact.name] });
  const answers = fields.flatMap((field) => columnsOfField(field, words));
  return [...FACTS.map(withWords), ...answers, ...tabs, ...counts, withWords(others)];
}
