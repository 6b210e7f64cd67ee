import { ANSWERED, type Answers, type AnswerValue, answerOf, descKey, type FormState, type Moment } from './answers.ts';
import { holds } from './condition.ts';
import type { Field, Form, Gate } from './index-form.ts';
import { conditionalOptions, listOptions, type Option } from './options.ts';
import type { ChoiceQuestion, QuestionOf } from './question.ts';

/** Whether content between two instants is shown: from start on, until just before end (specification 3). */
export function isWithin(window: { readonly start: string; readonly end: string }, now: number): boolean {
  return now >= Date.parse(window.start) && now < Date.parse(window.end);
}

/** The tab that is open: the stored one while it exists, else the first (readings AMB-113). */
export function openTab(index: Form, group: string, tabs: FormState['tabs']): string {
  const all = index.tabGroups.get(group)?.tabs ?? [];
  const stored = Object.hasOwn(tabs, group) ? tabs[group] : undefined;
  return all.find((tab) => tab.id === stored)?.id ?? all[0]?.id ?? '';
}

/** How many components of a repeater are shown: 1 by default, never more than its maximum. */
export function componentCount(index: Form, repeater: string, addAnother: FormState['addAnother']): number {
  const maximum = index.repeaters.get(repeater)?.maxNumberOfComponents ?? 1;
  const stored = Object.hasOwn(addAnother, repeater) ? (addAnother[repeater] ?? 1) : 1;
  return Math.min(Math.max(1, stored), maximum);
}

function gateIsOpen(index: Form, gate: Gate, state: FormState, moment: Moment): boolean {
  switch (gate.kind) {
    case 'condition':
      return holds(gate.when, state.answers);
    case 'tab':
      return openTab(index, gate.group, state.tabs) === gate.tab;
    case 'component':
      return gate.number <= componentCount(index, gate.repeater, state.addAnother);
    case 'window':
      return isWithin(gate, moment.now);
  }
}

/** Whether a question is on the screen: every condition holds, its tab is open, its component is there. */
export function isVisible(index: Form, field: Field, state: FormState, moment: Moment): boolean {
  return field.gates.every((gate) => gateIsOpen(index, gate, state, moment));
}

/** The questions that are on the screen, in page order. */
export function visibleFields(index: Form, state: FormState, moment: Moment): readonly Field[] {
  return index.fields.filter((field) => isVisible(index, field, state, moment));
}

/** The keys that a false condition clears, unless a true one keeps them (specification 3). Without _desc keys. */
function keysToClear(index: Form, answers: Answers): ReadonlySet<string> {
  const cleared = new Set<string>();
  const kept = new Set<string>();
  for (const group of index.conditionGroups) {
    const target = holds(group.when, answers) ? kept : cleared;
    for (const key of group.associatedKeys) target.add(key);
  }
  for (const key of kept) cleared.delete(key);
  return cleared;
}

/** What must change in these answers so that nothing hidden keeps a value. Empty when nothing must. */
export function clearHidden(index: Form, answers: Answers): Answers {
  const changes: Record<string, AnswerValue> = {};
  let current = answers;
  // A cleared key can make another condition false, so this repeats; each round clears at least one key more.
  for (;;) {
    const round: Record<string, AnswerValue> = {};
    for (const key of keysToClear(index, current)) {
      for (const one of [key, descKey(key)]) if (answerOf(current, one) !== '') round[one] = '';
    }
    if (Object.keys(round).length === 0) return changes;
    Object.assign(changes, round);
    current = { ...current, ...round };
  }
}

/** The answers that count: those of hidden questions are gone (readings, decision 5). */
export function relevantAnswers(index: Form, answers: Answers): Answers {
  return { ...answers, ...clearHidden(index, answers) };
}

/** The document questions that are answered, in the order of the form. */
export function attachedDocuments(index: Form, answers: Answers): readonly QuestionOf<'file'>[] {
  return index.fields.flatMap(({ question }) =>
    question.kind === 'file' && answerOf(answers, question.key) === ANSWERED ? [question] : [],
  );
}

/** The choices of a choice question for these answers; 'text' when the applicant writes the answer. */
export function optionsOf(question: ChoiceQuestion, answers: Answers, moment: Moment): readonly Option[] | 'text' {
  return question.kind === 'conditional-select'
    ? conditionalOptions(question.options, answers, moment)
    : listOptions(question.options, moment);
}

/** The label that belongs to a stored choice: the chosen option's, else the value itself. */
export function labelOf(question: ChoiceQuestion, value: string, answers: Answers, moment: Moment): string {
  const options = optionsOf(question, answers, moment);
  return options === 'text' ? value : (options.find((option) => option.value === value)?.label ?? value);
}
