import { type Answers, answerOf, type FormState, isAnswered, type Moment } from './answers.ts';
import { mergeAnswers } from './change-answers.ts';
import { allItems } from './form.ts';
import type { Field, Form } from './index-form.ts';
import { storedKeysOf, traitsOf } from './kinds/index.ts';
import { paperLabelOf } from './question.ts';
import { type ErrorMap, validate } from './validate.ts';
import { visibleFields } from './visibility.ts';

/** Answered by the applicant (no document), and neither sealed, nor what they signed: the agreement and the waiver of letters. */
function isCorrectable({ roles }: Form, { question }: Field): boolean {
  const traits = traitsOf(question);
  const isSigned = (question.kind === 'check' && question.required) || question.key === roles.counselor_waiver;
  return traits.setBy === 'applicant' && !traits.isSealed(question) && !isSigned;
}

/** The visible questions whose answers can be corrected after the submission, in page order, without those that others carry. */
export function correctableFields(form: Form, state: FormState, moment: Moment): readonly Field[] {
  const fields = visibleFields(form, state, moment).filter((field) => isCorrectable(form, field));
  const carried = new Set(
    fields.flatMap(({ question }) =>
      traitsOf(question)
        .carries(question)
        .map(({ key }) => key),
    ),
  );
  return fields.filter(({ question }) => !carried.has(question.key));
}

/** The month and the year of one answer, if this is one of them. */
const pairOf = (form: Form, key: string): readonly string[] =>
  form.pages
    .flatMap(({ items }) => allItems(items))
    .flatMap((item) => (item.kind === 'month-year' ? [[item.month.key, item.year.key]] : []))
    .find((pair) => pair.includes(key)) ?? [];

/** A question, and those that are answered with it: what it carries, fills in, or decides the choices of. */
function answeredWith(form: Form, key: string): readonly string[] {
  const question = form.byKey.get(key)?.question;
  if (question === undefined) return [];
  const { carries, fills } = traitsOf(question);
  const others = [...carries(question), ...(form.followers.get(key) ?? [])];
  return [key, ...pairOf(form, key), ...fills(question), ...others.map((other) => other.key)];
}

export interface Correction {
  readonly answers: Answers;
  /** The visible questions that it may answer. */
  readonly open: ReadonlySet<string>;
}

/**
 * Corrects the answers to the asked questions, and to those that come with them: a question that becomes visible is open too, and
 * one whose answer follows from another and was cleared. Other given answers are left out; what is hidden now is cleared.
 */
export function correctAnswers(
  form: Form,
  before: FormState,
  asked: readonly string[],
  given: Answers,
  moment: Moment,
): Correction {
  const keysOf = (fields: readonly Field[]) => fields.map(({ question }) => question.key);
  const shownBefore = new Set(keysOf(visibleFields(form, before, moment)));
  const open = new Set(asked.flatMap((key) => answeredWith(form, key)));
  for (;;) {
    const isOpen = (key: string) => {
      const field = form.byStoredKey.get(key);
      return field !== undefined && open.has(field.question.key) && isCorrectable(form, field);
    };
    const taken = Object.fromEntries(Object.entries(given).filter(([key]) => isOpen(key)));
    const answers = mergeAnswers(form, before.answers, taken, moment);
    const shown = keysOf(visibleFields(form, { ...before, answers }, moment));
    const isCleared = (key: string) => isAnswered(answerOf(before.answers, key)) && !isAnswered(answerOf(answers, key));
    const found = shown.filter((key) => !open.has(key) && (!shownBefore.has(key) || isCleared(key)));
    if (found.length === 0) return { answers, open: new Set(shown.filter(isOpen)) };
    for (const key of found.flatMap((key) => answeredWith(form, key))) open.add(key);
  }
}

/** The errors that a correction has to do with: of its own questions, and of those that had none before. */
export function correctionErrors(
  form: Form,
  before: FormState,
  { open }: Pick<Correction, 'open'>,
  errors: ErrorMap,
  moment: Moment,
): ErrorMap {
  const known = validate(form, before, moment);
  return Object.fromEntries(Object.entries(errors).filter(([key]) => open.has(key) || !Object.hasOwn(known, key)));
}

/** The questions whose answers differ, in page order. */
export function changedKeys(form: Form, before: Answers, after: Answers): readonly string[] {
  const changed = form.fields.filter(({ question }) =>
    storedKeysOf(question).some((key) => answerOf(before, key) !== answerOf(after, key)),
  );
  return [...new Set(changed.map(({ question }) => question.key))];
}

/** The labels of questions, as on paper; the key of one that the form no longer has. */
export const labelsOf = ({ byKey }: Pick<Form, 'byKey'>, keys: readonly string[]): string =>
  keys
    .map((key) => {
      const field = byKey.get(key);
      return field ? paperLabelOf(field.question) : key;
    })
    .join(', ');
