import { type Answers, type AnswerValue, answerOf, type FormState, type Moment } from './answers.ts';
import { holds } from './condition.ts';
import type { Field, Form, Gate } from './index-form.ts';
import { isDocument, type Question } from './kinds/index.ts';

/** Whether a window is open: from start (inclusive) to end (exclusive). */
export function isWithin(window: { readonly start: string; readonly end: string }, now: number): boolean {
  return now >= Date.parse(window.start) && now < Date.parse(window.end);
}

/** The tab that is open: the stored one while it exists, else the first. */
export function openTab(form: Form, group: string, tabs: FormState['tabs']): string {
  const all = form.tabGroups.get(group)?.tabs ?? [];
  const stored = Object.hasOwn(tabs, group) ? tabs[group] : undefined;
  return all.find((tab) => tab.id === stored)?.id ?? all[0]?.id ?? '';
}

export function documentsOfTab(form: Form, group: string, tab: string): readonly Question[] {
  return form.fields
    .filter(
      ({ question, gates }) =>
        isDocument(question) && gates.some((gate) => gate.kind === 'tab' && gate.group === group && gate.tab === tab),
    )
    .map(({ question }) => question);
}

/** How many components of a repeater are shown: 1 by default, never more than its maximum. */
export function componentCount(form: Form, repeater: string, addAnother: FormState['addAnother']): number {
  const maximum = form.repeaters.get(repeater)?.maxNumberOfComponents ?? 1;
  const stored = Object.hasOwn(addAnother, repeater) ? (addAnother[repeater] ?? 1) : 1;
  return Math.min(Math.max(1, stored), maximum);
}

function gateIsOpen(form: Form, gate: Gate, state: FormState, moment: Moment): boolean {
  switch (gate.kind) {
    case 'condition':
      return holds(gate.when, state.answers);
    case 'tab':
      return openTab(form, gate.group, state.tabs) === gate.tab;
    case 'component':
      return gate.number <= componentCount(form, gate.repeater, state.addAnother);
    case 'window':
      return isWithin(gate, moment.now);
  }
}

/** Whether a question is visible: its conditions hold, its tab is open, its component is shown. */
export function isVisible(form: Form, field: Field, state: FormState, moment: Moment): boolean {
  return field.gates.every((gate) => gateIsOpen(form, gate, state, moment));
}

/** The visible questions, in page order. */
export function visibleFields(form: Form, state: FormState, moment: Moment): readonly Field[] {
  return form.fields.filter((field) => isVisible(form, field, state, moment));
}

/** The keys that a question stores; a key without a question is returned as it is. */
const keysOf = (form: Form, key: string): readonly string[] => form.storedKeys.get(key) ?? [key];

/** The keys with a value that a false condition clears, and that no true one keeps. Without _desc keys. */
function keysToClear(form: Form, answers: Answers): ReadonlySet<string> {
  const cleared = new Set<string>();
  const kept = new Set<string>();
  for (const group of form.conditionGroups) {
    // Runs at every typed key: most groups have nothing to clear, which is cheaper to check than their condition.
    const held = group.associatedKeys.filter((key) => keysOf(form, key).some((key) => answerOf(answers, key) !== ''));
    if (held.length === 0) continue;
    const target = holds(group.when, answers) ? kept : cleared;
    for (const key of held) target.add(key);
  }
  for (const key of kept) cleared.delete(key);
  return cleared;
}

/** The changes that clear all answers of hidden questions. */
export function clearHidden(form: Form, answers: Answers): Answers {
  const changes: Record<string, AnswerValue> = {};
  let current = answers;
  // A cleared key can make another condition false, so this repeats; each round clears at least one key more.
  for (;;) {
    const round: Record<string, AnswerValue> = {};
    for (const key of keysToClear(form, current)) {
      for (const hidden of keysOf(form, key)) if (answerOf(current, hidden) !== '') round[hidden] = '';
    }
    if (Object.keys(round).length === 0) return changes;
    Object.assign(changes, round);
    current = { ...current, ...round };
  }
}

/** The answers without those of hidden questions. */
export function relevantAnswers(form: Form, answers: Answers): Answers {
  return { ...answers, ...clearHidden(form, answers) };
}
