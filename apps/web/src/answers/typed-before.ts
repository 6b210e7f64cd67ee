import {
  type Answers,
  type AnswerValue,
  answerOf,
  changeAnswer,
  isAnswered,
  mergeAnswers,
  type Question,
  traitsOf,
} from '@firstyear/form-engine';
import type { AnswerStore } from './answer-store.ts';

type Store = Pick<AnswerStore, 'change' | 'fillEmpty' | 'form' | 'getState' | 'moment' | 'owner'>;

type Entries = readonly (readonly [Question, AnswerValue])[];

const entriesIn = ({ form }: Store, answers: Answers): Entries =>
  form.fields.flatMap(({ question }) => {
    const value = answers[question.key];
    return value === undefined ? [] : [[question, value] as const];
  });

const entriesOf = (store: Store): Entries => entriesIn(store, store.owner.typedBefore().answers);

/** The questions that depend on an answer: taken alone they would mix two schools, or two countries. */
function dependentsOf({ form }: Store, question: Question): readonly string[] {
  return [...traitsOf(question).fills(question), ...(form.followers.get(question.key) ?? []).map(({ key }) => key)];
}

/** Fills empty answers with others, unless these would remove an answer, or depend on an answer that differs. */
export function fillUntied(store: Store, answers: Answers): void {
  const { answers: saved } = store.getState();
  const typed = entriesIn(store, answers);
  const differs = typed.filter(
    ([{ key }, value]) => isAnswered(answerOf(saved, key)) && answerOf(saved, key) !== value,
  );
  const tied = new Set(differs.flatMap(([question]) => dependentsOf(store, question)));
  const open = typed.filter(([{ key }]) => !isAnswered(answerOf(saved, key)) && !tied.has(key));
  const takesNothing = (given: Entries) => {
    const incoming = Object.fromEntries(given.map(([{ key }, value]) => [key, value]));
    const merged = mergeAnswers(store.form, saved, incoming, store.moment());
    return Object.keys(saved).every((key) => !isAnswered(answerOf(saved, key)) || merged[key] === saved[key]);
  };
  const fills = takesNothing(open) ? open : open.filter((item) => takesNothing([item]));
  store.fillEmpty(Object.fromEntries(fills.map(([{ key }, value]) => [key, value])));
}

/** Fills empty answers of the account with answers typed before the login. The applicant decides about the rest. */
export function fillFromTypedBefore(store: Store): void {
  fillUntied(store, store.owner.typedBefore().answers);
  store.owner.keepTypedBefore({
    answers: Object.fromEntries(differencesOf(store).map(({ question, typed: value }) => [question.key, value])),
    isTaken: false,
  });
}

export interface Difference {
  readonly question: Question;
  readonly typed: AnswerValue;
}

/** Answers typed before the login that still differ from the application's, in the order of the form. */
export function differencesOf(store: Store): readonly Difference[] {
  const { answers } = store.getState();
  return entriesOf(store)
    .filter(([{ key }, value]) => answerOf(answers, key) !== value)
    .map(([question, typed]) => ({ question, typed }));
}

/** Both answers as text; '' if there is none. */
export function wordsOfDifference({ form, getState, moment }: Store, { question, typed }: Difference) {
  const { answers } = getState();
  const toText = (from: Answers) => traitsOf(question).toText(question, from, moment(), form.words);
  const changed = changeAnswer(form, answers, question.key, typed, moment());
  return { own: toText(answers), typed: toText({ ...answers, ...changed }) };
}

/** Takes the answers typed before the login, as if typed now. The replaced answers take their place, so that a second call undoes it. */
export function swapTypedBefore(store: Store): void {
  const { answers: before } = store.getState();
  const { isTaken } = store.owner.typedBefore();
  for (const [{ key }, value] of entriesOf(store)) store.change(key, value);
  const { answers: after } = store.getState();
  const replaced = store.form.fields
    .map(({ question }) => question.key)
    .filter((key) => answerOf(before, key) !== answerOf(after, key));
  store.owner.keepTypedBefore({
    answers: Object.fromEntries(replaced.map((key) => [key, answerOf(before, key)])),
    isTaken: !isTaken,
  });
}
