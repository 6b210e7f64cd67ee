import type { When } from '../condition.ts';
import type { Form } from '../index-form.ts';
import { choiceTraitsOf, isChoice, maxLengthOf, type Question, type QuestionKind } from '../kinds/index.ts';
import { fixedOptions } from '../options.ts';
import { idsOf } from './changes.ts';

/** What stored answers depend on in a part of a form: a question, a page, a repeater or a group of tabs. */
export interface PartOutline {
  readonly kind: QuestionKind | 'page' | 'repeater' | 'tab-group';
  readonly isRequired?: true;
  /** Characters, or components of a repeater. */
  readonly maxLength?: number;
  /** Stored values of its choices, or its tabs; undefined where they vary. */
  readonly choices?: readonly string[];
  /** The conditions around it, all of which must hold. */
  readonly when?: readonly When[];
}

/** The parts of a form that stored answers depend on, by key or id. */
export interface FormOutline {
  /** Ids of its migrations. */
  readonly migrations: readonly string[];
  readonly parts: Readonly<Record<string, PartOutline>>;
}

function choicesOf(question: Question): readonly string[] | undefined {
  if (!isChoice(question)) return undefined;
  const lists = choiceTraitsOf(question).lists(question).map(fixedOptions);
  if (lists.some((list) => list === undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []).map(({ value }) => value))];
}

export function outlineOf(form: Form): FormOutline {
  const parts: Record<string, PartOutline> = {};
  for (const { id } of form.pages) parts[id] = { kind: 'page' };
  for (const [id, { tabs }] of form.tabGroups) parts[id] = { kind: 'tab-group', choices: tabs.map((tab) => tab.id) };
  for (const [id, one] of form.repeaters) parts[id] = { kind: 'repeater', maxLength: one.maxNumberOfComponents };
  for (const { question, gates } of form.fields) {
    const choices = choicesOf(question);
    const when = gates.flatMap((gate) => (gate.kind === 'condition' ? [gate.when] : []));
    parts[question.key] = {
      kind: question.kind,
      maxLength: maxLengthOf(question),
      ...(question.required === true && { isRequired: true }),
      ...(choices && { choices }),
      ...(when.length > 0 && { when }),
    };
  }
  return { migrations: idsOf(form), parts };
}

/** A difference between two releases that loses or alters what was answered. */
export type Difference = { readonly key: string } & (
  | { readonly id: 'gone' | 'required_now' | 'condition_narrower' }
  | { readonly id: 'choice_gone'; readonly choice: string }
  | { readonly id: 'kind_changed'; readonly before: string; readonly after: string }
  | { readonly id: 'limit_shorter'; readonly before: number; readonly after: number }
);

/** Whether a condition certainly holds wherever another does; false where that is unknown. */
export function isImpliedBy(when: When, before: When): boolean {
  if (JSON.stringify(when) === JSON.stringify(before)) return true;
  if ('allOf' in when) return when.allOf.every((item) => isImpliedBy(item, before));
  if ('anyOf' in before) return before.anyOf.every((item) => isImpliedBy(when, item));
  if ('anyOf' in when) return when.anyOf.some((item) => isImpliedBy(item, before));
  if ('allOf' in before) return before.allOf.some((item) => isImpliedBy(when, item));
  if (when.valueKey !== before.valueKey) return false;
  const values = before.operator === 'in' ? before.target : before.operator === 'equals' ? [before.target] : undefined;
  if (values === undefined) return false;
  if (when.operator === 'in') return values.every((value) => when.target.includes(value));
  return when.operator === 'answered' && values.every((value) => value !== '' && value !== false);
}

function differencesOf(key: string, before: PartOutline, after: PartOutline | undefined): readonly Difference[] {
  if (!after) return [{ id: 'gone', key }];
  const differences: Difference[] = [];
  if (before.kind !== after.kind) differences.push({ id: 'kind_changed', key, before: before.kind, after: after.kind });
  const { choices } = after;
  for (const choice of choices ? (before.choices ?? []) : []) {
    if (!choices?.includes(choice)) differences.push({ id: 'choice_gone', key, choice });
  }
  const [limit, shorter] = [before.maxLength ?? 0, after.maxLength ?? 0];
  if (shorter < limit) differences.push({ id: 'limit_shorter', key, before: limit, after: shorter });
  if (after.isRequired && !before.isRequired) differences.push({ id: 'required_now', key });
  if (!isImpliedBy({ allOf: after.when ?? [] }, { allOf: before.when ?? [] }))
    differences.push({ id: 'condition_narrower', key });
  return differences;
}

/** The differences by which a release loses or alters answers. New questions and changed words don't count. */
export const compareOutlines = (before: FormOutline, after: FormOutline): readonly Difference[] =>
  Object.entries(before.parts).flatMap(([key, part]) =>
    differencesOf(key, part, Object.hasOwn(after.parts, key) ? after.parts[key] : undefined),
  );
