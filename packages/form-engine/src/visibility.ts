import { type Answers, type AnswerValue, answerOf, type FormState, type Moment } from './answers.ts';
import { holds } from './condition.ts';
import type { Field, Form, Gate } from './index-form.ts';

/** Whether content between two instants is shown: from start on, until just before end. */
export function isWithin(window: { readonly start: string; readonly end: string }, now: number): boolean {
  return now >= Date.parse(window.start) && now < Date.parse(window.end);
}

/** The tab that is open: the stored one while it exists, else the first. */
export function openTab(form: Form, group: string, tabs: FormState['tabs']): string {
  const all = form.tabGroups.get(group)?.tabs ?? [];
  const stored = Object.hasOwn(tabs, group) ? tabs[group] : undefined;
  return all.find((tab) => tab.id === stored)?.id ?? all[0]?.id ?? '';
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

/** Whether a question is on the screen: every condition holds, its tab is open, its component is there. */
export function isVisible(form: Form, field: Field, state: FormState, moment: Moment): boolean {
  return field.gates.every((gate) => gateIsOpen(form, gate, state, moment));
}

/** The questions that are on the screen, in page order. */
export function visibleFields(form: Form, state: FormState, moment: Moment): readonly Field[] {
  return form.fields.filter((field) => isVisible(form, field, state, moment));
}

/** The keys that a question stores; a key that is no question's stands for itself. */
const keysOf = (form: Form, key: string): readonly string[] => form.storedKeys.get(key) ?? [key];

/** The keys with a value that a false condition clears, unless a true one keeps them. Without _desc keys. */
function keysToClear(form: Form, answers: Answers): ReadonlySet<string> {
  const cleared = new Set<string>();
  const kept = new Set<string>();
  for (const group of form.conditionGroups) {
    // Runs at every key: most groups have nothing to clear, which is found sooner than what their condition says.
    const held = group.associatedKeys.filter((key) => keysOf(form, key).some((key) => answerOf(answers, key) !== ''));
    if (held.length === 0) continue;
    const target = holds(group.when, answers) ? kept : cleared;
    for (const key of held) target.add(key);
  }
  for (const key of kept) cleared.delete(key);
  return cleared;
}

/** What must change in these answers so that nothing hidden keeps a value. Empty when nothing must. */
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

/** The answers that count: those of hidden questions are gone. */
export function relevantAnswers(form: Form, answers: Answers): Answers {
  return { ...answers, ...clearHidden(form, answers) };
}
