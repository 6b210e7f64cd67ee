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
import type { Stage } from '@firstyear/partner-config';
import { ENGLISH, type WordsOf } from '@firstyear/words';
import { officeExportFiles } from '@firstyear/words/office-export-files';
import type { SubmittedContent } from '../../../db/columns.ts';
import { isSealedBy } from '../../application/answers/sealed-answers.ts';
import type { ItemRow } from '../../application/items/service.ts';
import type { ExportRow } from '../../application/row/listing.ts';
import type { CorrectionRow } from '../../application/row/submission.ts';

/** An application as it was submitted, with its sealed answers opened. */
export interface ExportedApplication
  extends Pick<ExportRow, 'application' | 'email' | 'status' | 'stage' | 'submission'> {
  /** The form that it was submitted with, or today's for a draft, and its hash. */
  readonly form: Form;
  readonly form_version: string;
  readonly content: SubmittedContent;
  /** What it needs beside its answers. */
  readonly items: readonly ItemRow[];
  /** Oldest first. */
  readonly corrections: readonly CorrectionRow[];
}

/** One column of a table of applications. */
export interface Column {
  readonly name: string;
  /** The field of its question, if any. */
  readonly field?: Field;
  /** The form of the question. */
  readonly form: Form;
  /** The meaning of the column, for the reader of the table. */
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
  { name: 'season', read: ({ application }) => application.season },
];

/** The items of an application for programs. */
export const machineItems = ({ items }: Pick<ExportedApplication, 'items'>) =>
  items.map(({ id, rule, request_kind: request, request_title: title, source, state, ...item }) => ({
    id,
    rule,
    request,
    title,
    source,
    state,
    due_on: item.due_on,
    came_at: item.came_at?.toISOString() ?? null,
    changed_at: item.changed_at.toISOString(),
  }));

/** When which answers were corrected after the submission, for programs. */
export const machineCorrections = ({ corrections }: Pick<ExportedApplication, 'corrections'>) =>
  corrections.map(({ corrected_at, changed_keys, item_id }) => ({
    corrected_at: corrected_at.toISOString(),
    by: item_id === null ? 'office' : 'applicant',
    keys: changed_keys,
  }));

const cellOf = (answers: Answers, key: string) => String(answerOf(answers, key));

function columnsOfField(form: Form, field: Field, words: Words): readonly Column[] {
  const { key } = field.question;
  const columns: Column[] = storedKeysOf(field.question).map((name) => ({
    name,
    field,
    form,
    about: name === key ? aboutAnswer(field, words) : words.answers.chosenWords,
    read: ({ content }) => cellOf(content.answers, name),
  }));
  if (!isDocument(field.question)) return columns;
  const read = ({ content }: ExportedApplication) => content.documents[key]?.file_name ?? '';
  return [...columns, { name: `${key}_file_name`, field, form, about: words.answers.fileName, read }];
}

function aboutAnswer({ question }: Field, { answers }: Words): string {
  if (isDocument(question)) return answers.document;
  if (isChoice(question)) return answers.choice({ column: descKey(question.key) });
  return traitsOf(question).isBoolean ? answers.check : answers.text;
}

/** Answers to questions that none of these forms has, as JSON. */
function otherAnswers(forms: readonly Form[], { content }: ExportedApplication): string {
  const others = Object.keys(content.answers).filter((key) => !forms.some((form) => form.byStoredKey.has(key)));
  if (others.length === 0) return '';
  return JSON.stringify(Object.fromEntries(others.map((key) => [key, answerOf(content.answers, key)])));
}

export interface FormRelease {
  readonly number: number;
  readonly form: Form;
}

export interface ColumnOptions {
  readonly withSealed: boolean;
  /** The season's releases if there are several; see seasonReleases(). */
  readonly releases?: readonly FormRelease[];
  /** The office's list. */
  readonly stages?: readonly Stage[];
}

/**
 * The columns of a table of applications: facts, the stored keys of the form's questions in page order, then those of other
 * releases of the season, tabs, counts of entries, and other answers. The same forms always have the same columns.
 */
export function columnsOf(served: Form, { withSealed, releases = [], stages = [] }: ColumnOptions): readonly Column[] {
  const words = officeExportFiles.in(ENGLISH);
  const forms = [served, ...releases.map(({ form }) => form)];
  const isLeftOut = (key: string) => !withSealed && forms.some((form) => isSealedBy(form, key));
  const answers = forms.flatMap((form) =>
    form.fields
      .filter(({ question }) => !isLeftOut(question.key))
      .flatMap((field) => columnsOfField(form, field, words)),
  );
  const tabs = forms.flatMap((form) =>
    [...form.tabGroups].map(
      ([id, { legend }]): Column => ({
        name: `${id}_tab`,
        form,
        about: words.tab({ legend }),
        read: ({ content }) => content.tabs[id] ?? '',
      }),
    ),
  );
  const counts = forms.flatMap((form) =>
    [...form.repeaters].map(
      ([id, { noun, maxNumberOfComponents }]): Column => ({
        name: `${id}_count`,
        form,
        about: words.entries({ noun, most: maxNumberOfComponents }),
        read: ({ content }) => String(content.add_another[id] ?? 1),
      }),
    ),
  );
  const others: Fact = { name: 'other_answers', read: (exported) => otherAnswers(forms, exported) };
  const withWords = (fact: Fact): Column => ({ ...fact, form: served, about: words.facts[fact.name] });
  const items: Fact = { name: 'items', read: (exported) => JSON.stringify(machineItems(exported)) };
  const corrections: Fact = {
    name: 'corrections',
    read: (exported) => JSON.stringify(machineCorrections(exported)),
  };
  const stage: Column = {
    name: 'stage',
    form: served,
    about: words.stage({ stages: stages.map(({ id, name }) => `${id} = ${name}`).join('; ') }),
    read: (exported) => exported.stage,
  };
  const columns = [
    ...FACTS.map(withWords),
    ...(stages.length > 0 ? [stage] : []),
    ...answers,
    ...tabs,
    ...counts,
    withWords(others),
    withWords(items),
    withWords(corrections),
  ];
  // The first column with a name wins.
  return [...Map.groupBy(columns, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}
