import { BadConfigurationError } from './bad-configuration-error.ts';
import { comparisonsOf, OPERATORS } from './condition.ts';
import { allItems, type Item, isQuestion } from './form.ts';
import { wordsProblems } from './form-words.ts';
import type { Field, Form } from './index-form.ts';
import { choiceTraitsOf, isChoice, type Question, traitsOf, widthOf } from './kinds/index.ts';
import { questionProblems } from './kinds/question-problems.ts';
import { fixedOptions } from './options.ts';
import { readsOf } from './rules.ts';

/** The id of a page or a section. */
const ID = /^[a-z][a-z0-9-]*$/;

/** The most components an Add Another repeater may have. */
export const MAX_COMPONENTS = 10;

const itemsOf = (form: Form) => allItems(form.pages.flatMap((page) => page.items));

function keyProblems(form: Form): readonly string[] {
  const problems: string[] = [];
  const first = new Map<string, Field>();
  for (const field of form.fields) {
    const { key } = field.question;
    const earlier = first.get(key);
    if (earlier) problems.push(`The key '${key}' is used twice: on ${earlier.page} and on ${field.page}.`);
    else first.set(key, field);
    if (!/^[a-z][a-z0-9_]*$/.test(key)) problems.push(`The key '${key}' is not in lower_snake_case.`);
    if (key.endsWith('_desc')) problems.push(`The key '${key}' ends in _desc, which is kept for chosen labels.`);
    for (const prefix of field.prefixKeys) {
      if (!key.startsWith(prefix)) problems.push(`The prefix '${prefix}' is not part of the key '${key}'.`);
    }
  }
  return problems;
}

/** References to keys that don't exist. */
function referenceProblems(form: Form): readonly string[] {
  const problems: string[] = [];
  const mustExist = (key: string, where: string) => {
    if (!form.byStoredKey.has(key)) problems.push(`${where} names the unknown key '${key}'.`);
  };
  for (const group of form.conditionGroups) {
    for (const key of group.watchedKeys) mustExist(key, 'A condition');
    for (const key of group.associatedKeys) mustExist(key, 'A list of keys to clear');
  }
  for (const { question } of form.fields) {
    for (const rule of question.rules ?? [])
      for (const key of readsOf(rule)) mustExist(key, `A rule of '${question.key}'`);
    const traits = traitsOf(question);
    for (const key of [...traits.fills(question), ...traits.references(question)]) mustExist(key, `'${question.key}'`);
  }
  for (const group of form.tabGroups.values()) {
    for (const tab of group.tabs) for (const key of tab.clears ?? []) mustExist(key, `The tab '${tab.id}'`);
  }
  return problems;
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Patterns that no answer could be compared with. */
function patternProblems(form: Form): readonly string[] {
  return form.fields.flatMap(({ question: { key, rules = [] } }) =>
    rules.flatMap((rule) =>
      rule.rule === 'pattern' && !isPattern(rule.pattern)
        ? [`The pattern '${rule.pattern}' of '${key}' is no regular expression.`]
        : [],
    ),
  );
}

/** The only values of a choice; undefined for years, for lists that follow another answer, and for text. */
function fixedValuesOf(question: Question): readonly string[] | undefined {
  if (!isChoice(question) || traitsOf(question).follows(question) !== undefined) return undefined;
  const [list] = choiceTraitsOf(question).lists(question);
  return list && fixedOptions(list)?.map((option) => option.value);
}

function conditionProblems(form: Form): readonly string[] {
  const problems: string[] = [];
  const operators: readonly string[] = OPERATORS;
  const comparisons = itemsOf(form).flatMap((item) => (item.kind === 'conditional' ? comparisonsOf(item.when) : []));
  for (const comparison of comparisons) {
    if (!operators.includes(comparison.operator)) problems.push(`Unknown operator '${comparison.operator}'.`);
    const question = form.byKey.get(comparison.valueKey)?.question;
    if (!question || !('target' in comparison)) continue;
    const values = fixedValuesOf(question);
    if (!values) continue;
    for (const target of Array.isArray(comparison.target) ? comparison.target : [comparison.target]) {
      if (typeof target === 'string' && target !== '' && !values.includes(target)) {
        problems.push(
          `A condition compares '${comparison.valueKey}' with '${target}', which is not one of its choices.`,
        );
      }
    }
  }
  return problems;
}

function structureProblems(form: Form): readonly string[] {
  const problems: string[] = [];
  for (const repeater of form.repeaters.values()) {
    const { maxNumberOfComponents: maximum, id } = repeater;
    if (maximum > MAX_COMPONENTS || maximum < 1) {
      problems.push(`maxNumberOfComponents of '${id}' is ${maximum}; it must be from 1 to ${MAX_COMPONENTS}.`);
    }
  }
  const items = itemsOf(form);
  const ids = items.flatMap((item) => (item.kind === 'tab-group' || item.kind === 'repeater' ? [item.id] : []));
  for (const [position, id] of ids.entries()) {
    if (ids.indexOf(id) !== position) problems.push(`The id '${id}' is used by two tab groups or repeaters.`);
  }
  for (const item of items) {
    if (item.kind !== 'date-window') continue;
    const { start, end } = item;
    if (!(Date.parse(start) < Date.parse(end))) problems.push(`The window from '${start}' to '${end}' never opens.`);
    for (const instant of [start, end]) {
      if (!/(Z|[+-]\d{2}:\d{2})$/.test(instant)) problems.push(`'${instant}' does not say its offset from UTC.`);
    }
  }
  const pages = form.pages.map((page) => page.id);
  if (pages.length === 0) problems.push('The form has no page.');
  if (new Set(pages).size !== pages.length) problems.push(`A page id is used twice: ${pages.join(', ')}.`);
  for (const id of pages) {
    if (!ID.test(id)) problems.push(`The page id '${id}' is not in lowercase letters with hyphens.`);
  }
  for (const page of form.pages) {
    const here = form.fields.filter((field) => field.page === page.id).map((field) => field.section);
    const ids = [...new Set(here)].map(({ id }) => id).filter((id) => id !== page.id);
    if (new Set(ids).size !== ids.length) problems.push(`A section id is used twice on ${page.id}: ${ids.join(', ')}.`);
    for (const id of ids) {
      if (!ID.test(id)) problems.push(`The section id '${id}' is not in lowercase letters with hyphens.`);
    }
  }
  for (const { question } of form.fields) {
    if (typeof question.label !== 'string' || question.label.trim() === '')
      problems.push(`'${question.key}' has no label.`);
    problems.push(...questionProblems(question));
  }
  for (const [role, key] of Object.entries(form.roles)) {
    if (!form.byKey.has(key)) problems.push(`The role '${role}' names the unknown key '${key}'.`);
  }
  return problems;
}

/** Items that a row has no room for. Types rule most of them out, but not in a form that is read from JSON. */
function rowProblems(form: Form): readonly string[] {
  return itemsOf(form).flatMap((row) => {
    if (row.kind !== 'row') return [];
    const items: readonly Item[] = row.questions;
    const others = items
      .filter((item) => !isQuestion(item))
      .map(({ kind }) => `A row holds a ${kind}; only questions fit.`);
    const wide = items.filter(isQuestion).filter((question) => widthOf(question) === 'full');
    return [
      ...(items.length === 2 ? [] : [`A row holds ${items.length} questions; it has room for two.`]),
      ...others,
      ...wide.map(({ key }) => `A row holds '${key}', which needs the whole line.`),
    ];
  });
}

/** The contradictions in a form; empty when it is sound ([VAL-73] to [VAL-76]). */
export function formProblems(form: Form): readonly string[] {
  return [
    ...keyProblems(form),
    ...referenceProblems(form),
    ...patternProblems(form),
    ...conditionProblems(form),
    ...structureProblems(form),
    ...rowProblems(form),
    ...wordsProblems(form),
  ];
}

/** Checks a form. For development and tests. @throws BadConfigurationError */
export function checkForm(form: Form): void {
  const problems = formProblems(form);
  if (problems.length > 0) throw new BadConfigurationError(problems);
}
