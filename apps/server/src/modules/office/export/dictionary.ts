import {
  type Condition,
  choiceTraitsOf,
  type Field,
  type Form,
  fixedOptions,
  type Gate,
  isChoice,
  maxLengthOf,
  paperLabelOf,
  type Question,
  type When,
} from '@firstyear/form-engine';
import { type Column, type ColumnOptions, columnsOf, type FormRelease } from './columns.ts';

const OPERATORS: Readonly<Record<Condition['operator'], string>> = {
  answered: 'is answered',
  notAnswered: 'is not answered',
  equals: 'is',
  notEquals: 'is not',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: 'is one of',
  notIn: 'is none of',
};

function describeComparison(condition: Condition): string {
  const target = 'target' in condition ? ` ${[condition.target].flat().join(', ')}` : '';
  return `${condition.valueKey} ${OPERATORS[condition.operator]}${target}`;
}

function describeWhen(when: When): string {
  if ('allOf' in when) return when.allOf.map(describeWhen).join(' and ');
  if ('anyOf' in when) return `(${when.anyOf.map(describeWhen).join(' or ')})`;
  return describeComparison(when);
}

function describeGate(gate: Gate): string {
  switch (gate.kind) {
    case 'condition':
      return describeWhen(gate.when);
    case 'tab':
      return `${gate.group}_tab is ${gate.tab}${gate.isDefault ? ' or empty' : ''}`;
    case 'component':
      return `${gate.repeater}_count >= ${gate.number}`;
    case 'window':
      return `from ${gate.start} until ${gate.end}`;
  }
}

const listsOf = (question: Question) => (isChoice(question) ? choiceTraitsOf(question).lists(question) : []);

const describeValues = (question: Question): string =>
  listsOf(question)
    .map(
      (list) =>
        fixedOptions(list)
          ?.map(({ value, label }) => `${value} = ${label}`)
          .join('; ') ?? 'a year',
    )
    .join(' | ');

const optionsOf = (question: Question) => listsOf(question).flatMap((list) => fixedOptions(list) ?? []);

/** Choices that the question had only in other releases. */
function earlierValues(question: Question, releases: readonly FormRelease[]): readonly string[] {
  const known = new Set(optionsOf(question).map(({ value }) => value));
  return releases.flatMap(({ number, form }) => {
    const earlier = form.byKey.get(question.key)?.question;
    const removed = (earlier ? optionsOf(earlier) : []).filter(({ value }) => !known.has(value));
    for (const { value } of removed) known.add(value);
    return removed.map(({ value, label }) => `${value} = ${label} (release ${number})`);
  });
}

/** The entry of a repeated block that a question belongs to: "Job 2". */
function entryOf(form: Form, field: Field): string {
  const gate = field.gates.find((gate) => gate.kind === 'component');
  return gate === undefined ? '' : `${form.repeaters.get(gate.repeater)?.noun ?? gate.repeater} ${gate.number}`;
}

const HEADER = [
  'column',
  'about',
  'question',
  'page',
  'section',
  'kind',
  'required',
  'max_length',
  'entry',
  'asked_when',
  'values',
];

function describeColumn({ form, name, about, field }: Column, releases: readonly FormRelease[]): readonly string[] {
  if (field === undefined) return [name, about, ...HEADER.slice(2).map(() => '')];
  const { question, section } = field;
  const isAnswer = name === question.key;
  const page = form.pages.find(({ id }) => id === field.page)?.title ?? field.page;
  const values = isAnswer ? [describeValues(question), ...earlierValues(question, releases)] : [];
  return [
    name,
    about,
    paperLabelOf(question),
    page,
    section.title,
    isAnswer ? question.kind : 'text',
    isAnswer && question.required === true ? 'when it is asked' : '',
    isAnswer && !isChoice(question) ? String(maxLengthOf(question)) : '',
    entryOf(form, field),
    field.gates.map(describeGate).join(' and '),
    values.filter((text) => text !== '').join('; '),
  ];
}

/**
 * The data dictionary: a header, then a row for each column of an export. If a season has several releases, the last column
 * lists those with this column.
 */
export function dictionaryRows(form: Form, options: ColumnOptions): readonly (readonly string[])[] {
  const { releases = [] } = options;
  const columns = columnsOf(form, options);
  const rows = [HEADER, ...columns.map((column) => describeColumn(column, releases))];
  if (releases.length === 0) return rows;
  const namesByRelease = releases.map(
    ({ form }) => new Set(columnsOf(form, { withSealed: true }).map(({ name }) => name)),
  );
  const numbersOf = ({ name }: Column) =>
    releases.flatMap(({ number }, index) => (namesByRelease[index]?.has(name) ? [number] : [])).join(' ');
  const lastColumn = ['releases', ...columns.map(numbersOf)];
  return rows.map((row, index) => [...row, lastColumn[index] ?? '']);
}
