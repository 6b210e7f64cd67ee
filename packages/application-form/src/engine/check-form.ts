import { BadConfigurationError } from './bad-configuration-error.ts';
import { OPERATORS } from './condition.ts';
import type { Field, Form } from './index-form.ts';
import { CHOICE_KINDS } from './question.ts';

/** The most components an Add Another repeater may have (specification 9). */
export const MAX_COMPONENTS = 10;

function keyProblems(index: Form): readonly string[] {
  const problems: string[] = [];
  const first = new Map<string, Field>();
  for (const field of index.fields) {
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

/** References from one place of the form to answer keys: each must exist. */
function referenceProblems(index: Form): readonly string[] {
  const problems: string[] = [];
  const mustExist = (key: string, where: string) => {
    const known = index.byKey.has(key) || (key.endsWith('_desc') && index.byKey.has(key.slice(0, -'_desc'.length)));
    if (!known) problems.push(`${where} names the unknown key '${key}'.`);
  };
  for (const group of index.conditionGroups) {
    for (const key of group.watchedKeys) mustExist(key, 'A condition');
    for (const key of group.associatedKeys) mustExist(key, 'A list of keys to clear');
  }
  for (const { question } of index.fields) {
    for (const rule of question.rules ?? [])
      for (const key of rule.reads ?? []) mustExist(key, `A rule of '${question.key}'`);
    if (question.kind === 'conditional-select') mustExist(question.options.controlledBy, `'${question.key}'`);
    if (question.kind === 'lookup')
      for (const key of Object.values(question.fills)) mustExist(key, `'${question.key}'`);
  }
  for (const group of index.tabGroups.values()) {
    for (const tab of group.tabs) for (const key of tab.clears ?? []) mustExist(key, `The tab '${tab.id}'`);
  }
  return problems;
}

function conditionProblems(index: Form): readonly string[] {
  const problems: string[] = [];
  const operators: readonly string[] = OPERATORS;
  for (const comparison of index.comparisons) {
    if (!operators.includes(comparison.operator)) problems.push(`Unknown operator '${comparison.operator}'.`);
    const question = index.byKey.get(comparison.valueKey)?.question;
    if (question?.kind !== 'radio' && question?.kind !== 'select') continue;
    if ('kind' in question.options || !('target' in comparison)) continue;
    const values: readonly unknown[] = question.options.map((option) => option.value);
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

function structureProblems(index: Form): readonly string[] {
  const problems: string[] = [];
  for (const repeater of index.repeaters.values()) {
    const { maxNumberOfComponents: maximum, id } = repeater;
    if (maximum > MAX_COMPONENTS || maximum < 1) {
      problems.push(`maxNumberOfComponents of '${id}' is ${maximum}; it must be from 1 to ${MAX_COMPONENTS}.`);
    }
  }
  for (const [position, id] of index.ids.entries()) {
    if (index.ids.indexOf(id) !== position) problems.push(`The id '${id}' is used by two tab groups or repeaters.`);
  }
  for (const { start, end } of index.windows) {
    if (!(Date.parse(start) < Date.parse(end))) problems.push(`The window from '${start}' to '${end}' never opens.`);
    for (const instant of [start, end]) {
      if (!/(Z|[+-]\d{2}:\d{2})$/.test(instant)) problems.push(`'${instant}' does not say its offset from UTC.`);
    }
  }
  const pages = index.pages.map((page) => page.id);
  if (pages.length === 0) problems.push('The form has no page.');
  if (new Set(pages).size !== pages.length) problems.push(`A page id is used twice: ${pages.join(', ')}.`);
  for (const id of pages) {
    if (!/^[a-z][a-z0-9-]*$/.test(id)) problems.push(`The page id '${id}' is not in small letters with hyphens.`);
  }
  const choices: readonly string[] = CHOICE_KINDS;
  for (const { question } of index.fields) {
    if (question.label.trim() === '') problems.push(`'${question.key}' has no label.`);
    if (!choices.includes(question.kind) || !('options' in question)) continue;
    const lists = 'cases' in question.options ? Object.values(question.options.cases) : [question.options];
    for (const list of lists) {
      if ('kind' in list) continue;
      const values = list.map((option) => option.value);
      if (values.length === 0) problems.push(`'${question.key}' offers no choice.`);
      if (new Set(values).size !== values.length) problems.push(`'${question.key}' offers a value twice.`);
    }
  }
  return problems;
}

/** Everything that contradicts itself in a form; empty when it is sound (VAL-73 to VAL-76). */
export function formProblems(index: Form): readonly string[] {
  return [...keyProblems(index), ...referenceProblems(index), ...conditionProblems(index), ...structureProblems(index)];
}

/** Raises the bad-configuration error when a form contradicts itself. For development and tests. */
export function checkForm(index: Form): void {
  const problems = formProblems(index);
  if (problems.length > 0) throw new BadConfigurationError(problems);
}
