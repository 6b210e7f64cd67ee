import type { When } from '../condition.ts';
import type { Form } from '../index-form.ts';
import { choiceTraitsOf, isChoice, isDocument, maxLengthOf, type Question, type QuestionKind } from '../kinds/index.ts';
import { fixedOptions } from '../options.ts';

/** The properties of a question that stored answers depend on. */
export interface QuestionOutline {
  readonly kind: QuestionKind;
  readonly page: string;
  readonly isDocument: boolean;
  readonly isRequired: boolean;
  readonly maxLength: number;
  /** Stored values of its choices; undefined where they vary. */
  readonly choices?: readonly string[];
  /** The conditions around it, all of which must hold. */
  readonly when: readonly When[];
}

/** The parts of a form that stored answers depend on. */
export interface FormOutline {
  /** Ids of its migrations. */
  readonly migrations: readonly string[];
  readonly pages: readonly string[];
  readonly questions: Readonly<Record<string, QuestionOutline>>;
  /** Tabs by group. */
  readonly tabs: Readonly<Record<string, readonly string[]>>;
  /** Number of components by repeater. */
  readonly repeaters: Readonly<Record<string, number>>;
}

function choicesOf(question: Question): readonly string[] | undefined {
  if (!isChoice(question)) return undefined;
  const lists = choiceTraitsOf(question).lists(question).map(fixedOptions);
  if (lists.some((list) => list === undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []).map(({ value }) => value))];
}

export function outlineOf(form: Form): FormOutline {
  const questions: Record<string, QuestionOutline> = {};
  for (const { question, page, gates } of form.fields) {
    const choices = choicesOf(question);
    questions[question.key] = {
      kind: question.kind,
      page,
      isDocument: isDocument(question),
      isRequired: question.required === true,
      maxLength: maxLengthOf(question),
      ...(choices && { choices }),
      when: gates.flatMap((gate) => (gate.kind === 'condition' ? [gate.when] : [])),
    };
  }
  return {
    migrations: (form.migrations ?? []).map(({ id }) => id),
    pages: form.pages.map(({ id }) => id),
    questions,
    tabs: Object.fromEntries([...form.tabGroups].map(([id, { tabs }]) => [id, tabs.map((tab) => tab.id)])),
    repeaters: Object.fromEntries([...form.repeaters].map(([id, one]) => [id, one.maxNumberOfComponents])),
  };
}

/** A difference between two releases that loses or alters what was answered. */
export type Difference =
  | { readonly id: 'key_gone'; readonly key: string }
  | { readonly id: 'document_gone'; readonly key: string }
  | { readonly id: 'kind_changed'; readonly key: string; readonly before: string; readonly after: string }
  | { readonly id: 'choice_gone'; readonly key: string; readonly choice: string }
  | { readonly id: 'limit_shorter'; readonly key: string; readonly before: number; readonly after: number }
  | { readonly id: 'required_now'; readonly key: string }
  | { readonly id: 'condition_narrower'; readonly key: string }
  | { readonly id: 'tabs_gone'; readonly group: string }
  | { readonly id: 'tab_gone'; readonly group: string; readonly tab: string }
  | { readonly id: 'repeater_gone'; readonly repeater: string }
  | { readonly id: 'repeater_shorter'; readonly repeater: string; readonly before: number; readonly after: number }
  | { readonly id: 'page_gone'; readonly page: string };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a condition certainly holds wherever another does; false where that is unknown. */
export function isImpliedBy(when: When, before: When): boolean {
  if (same(when, before)) return true;
  if ('allOf' in when) return when.allOf.every((item) => isImpliedBy(item, before));
  if ('anyOf' in before) return before.anyOf.every((item) => isImpliedBy(when, item));
  if ('anyOf' in when) return when.anyOf.some((item) => isImpliedBy(item, before));
  if ('allOf' in before) return before.allOf.some((item) => isImpliedBy(when, item));
  if (when.valueKey !== before.valueKey) return false;
  const wasOneOf =
    before.operator === 'equals' ? [before.target] : before.operator === 'in' ? before.target : undefined;
  switch (when.operator) {
    case 'in':
      return wasOneOf?.every((item) => when.target.includes(item)) ?? false;
    case 'equals':
      return wasOneOf?.every((item) => item === when.target) ?? false;
    case 'answered':
      return wasOneOf?.every((item) => item !== '' && item !== false) ?? false;
    case 'notEquals':
      return wasOneOf?.every((item) => item !== when.target) ?? false;
    case 'notIn':
      return wasOneOf?.every((item) => !when.target.includes(item)) ?? false;
    case 'lt':
    case 'lte':
      return (before.operator === 'lt' || before.operator === 'lte') && before.target < when.target;
    case 'gt':
    case 'gte':
      return (before.operator === 'gt' || before.operator === 'gte') && before.target > when.target;
    case 'notAnswered':
      return false;
  }
}

function differencesOf(key: string, before: QuestionOutline, after: QuestionOutline): readonly Difference[] {
  const differences: Difference[] = [];
  if (before.kind !== after.kind) differences.push({ id: 'kind_changed', key, before: before.kind, after: after.kind });
  const { choices } = after;
  for (const choice of choices ? (before.choices ?? []) : []) {
    if (!choices?.includes(choice)) differences.push({ id: 'choice_gone', key, choice });
  }
  if (after.maxLength < before.maxLength) {
    differences.push({ id: 'limit_shorter', key, before: before.maxLength, after: after.maxLength });
  }
  if (after.isRequired && !before.isRequired) differences.push({ id: 'required_now', key });
  if (!isImpliedBy({ allOf: after.when }, { allOf: before.when })) differences.push({ id: 'condition_narrower', key });
  return differences;
}

/** The differences by which a release loses or alters answers. New questions and changed words don't count. */
export function compareOutlines(before: FormOutline, after: FormOutline): readonly Difference[] {
  const differences: Difference[] = [];
  for (const [key, question] of Object.entries(before.questions)) {
    const now = Object.hasOwn(after.questions, key) ? after.questions[key] : undefined;
    if (now) differences.push(...differencesOf(key, question, now));
    else differences.push({ id: question.isDocument ? 'document_gone' : 'key_gone', key });
  }
  for (const [group, tabs] of Object.entries(before.tabs)) {
    const now = after.tabs[group];
    if (now === undefined) differences.push({ id: 'tabs_gone', group });
    else for (const tab of tabs) if (!now.includes(tab)) differences.push({ id: 'tab_gone', group, tab });
  }
  for (const [repeater, count] of Object.entries(before.repeaters)) {
    const now = after.repeaters[repeater];
    if (now === undefined) differences.push({ id: 'repeater_gone', repeater });
    else if (now < count) differences.push({ id: 'repeater_shorter', repeater, before: count, after: now });
  }
  for (const page of before.pages) if (!after.pages.includes(page)) differences.push({ id: 'page_gone', page });
  return differences;
}
