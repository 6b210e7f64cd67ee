import type { Answers } from '../answers.ts';

/** A change of meaning between two releases of a form. */
export interface Change {
  readonly change: 'renamed' | 'choice-replaced' | 'choice-withdrawn' | 'dropped' | 'reworked';
  /** Keys or ids before, and after. */
  readonly from: readonly string[];
  readonly into: readonly string[];
  /** Of a choice: old value to new; '' for one that is asked again. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly work?: (answers: Answers) => Answers;
}

/** A question, page, repeater or group of tabs has another name; the answer or the document moves with it. */
export const renamed = (from: string, to: string): Change => ({ change: 'renamed', from: [from], into: [to] });
/** Choices, or tabs, have other values: old value to new. */
export const choiceReplaced = (key: string, choices: Readonly<Record<string, string>>): Change => ({
  change: 'choice-replaced',
  from: [key],
  into: [key],
  choices,
});
/** Applicants who chose one of these are asked again. */
export const choiceWithdrawn = (key: string, choices: readonly string[]): Change => ({
  ...choiceReplaced(key, Object.fromEntries(choices.map((choice) => [choice, '']))),
  change: 'choice-withdrawn',
});
/** A question, page, repeater or group of tabs is gone. */
export const dropped = (key: string): Change => ({ change: 'dropped', from: [key], into: [] });
/**
 * All other changes, as a function from old answers to new ones. It says that a question changed on purpose in its kind, limit or
 * condition, or is required now. A question that the form has again gets back what an earlier release removed.
 */
export const reworked = (
  from: string | readonly string[],
  into: readonly string[] = [from].flat(),
  work: (answers: Answers) => Answers = (answers) => answers,
): Change => ({ change: 'reworked', from: [from].flat(), into, work });

/** The changes of meaning in one release of a form. */
export interface Migration {
  /** Unique among all lists that a form is made from, such as freshman-0002; letters, digits, hyphens and underscores. */
  readonly id: string;
  readonly changes: readonly Change[];
}

/** The changes that come after those with some ids. */
export const migrationsAfter = (ids: readonly string[], all: readonly Migration[] = []): readonly Migration[] =>
  all.filter(({ id }) => !ids.includes(id));

export const idsOf = ({ migrations = [] }: { readonly migrations?: readonly Migration[] | undefined }) =>
  migrations.map(({ id }) => id);

/** The name of a part after some changes. */
export const nameAfter = (key: string, changes: readonly Change[]): string =>
  changes.reduce(
    (name, { change, from, into }) => (change === 'renamed' && from[0] === name ? into.join() : name),
    key,
  );
