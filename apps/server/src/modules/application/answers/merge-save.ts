import { type Answers, answerOf, type Form, type Moment, mergeAnswers } from '@firstyear/form-engine';
import type { AnswerVersion } from '../../../db/columns.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import type { AnswerVersions } from '../row/saved-answers.ts';

export interface Stored {
  readonly answers: Answers;
  /** Of the questions that the save answers. */
  readonly versions: AnswerVersions;
}

export interface Merged {
  readonly answers: Answers;
  /** Versions of the questions that the save wrote. */
  readonly written: AnswerVersions;
  /** Questions whose answers the save cleared, whose versions change too; see versionsOfCleared(). */
  readonly cleared: readonly string[];
}

export interface Save {
  readonly answers: Answers;
  readonly version: AnswerVersion;
}

/** A stored time further in the future than this comes from a clock that has been set back since, not from a newer answer. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** Whether a save overwrites a stored answer (D3): by sequence within one browser tab, else by the time of typing. */
export function isNewer(version: AnswerVersion, stored: AnswerVersion | undefined, now: number): boolean {
  if (!stored) return true;
  if (version.client !== '' && version.client === stored.client) return version.sequence >= stored.sequence;
  return version.edited_at >= stored.edited_at || stored.edited_at > now + CLOCK_TOLERANCE_MS;
}

const versionOf = (versions: AnswerVersions, key: string): AnswerVersion | undefined =>
  Object.hasOwn(versions, key) ? versions[key] : undefined;

/** The question that a key belongs to: also that of a chosen label. */
const ownerOf = (form: Form, key: string): string => form.byStoredKey.get(key)?.question.key ?? key;

/** The questions that answers belong to. */
export const questionsOf = (form: Form, answers: Answers): readonly string[] => [
  ...new Set(Object.keys(answers).map((key) => ownerOf(form, key))),
];

/** Merges a save into the stored answers. Newer stored answers stay, a chosen label goes with its choice, hidden answers are cleared. */
export function mergeSave(form: Form, stored: Stored, save: Save, moment: Moment): Merged {
  const accepted: Record<string, string | boolean> = {};
  const written: Record<string, AnswerVersion> = {};
  for (const [key, value] of Object.entries(save.answers)) {
    const owner = ownerOf(form, key);
    if (owner !== key && !Object.hasOwn(save.answers, owner)) continue;
    if (!isNewer(save.version, versionOf(stored.versions, owner), moment.now)) continue;
    accepted[key] = value;
    written[owner] = save.version;
  }
  const answers = mergeAnswers(form, stored.answers, accepted, moment);
  const cleared = Object.keys(answers).filter((key) => {
    // The cheap comparison first, since nearly all answers are equal.
    if (answers[key] === stored.answers[key] || answerOf(answers, key) === answerOf(stored.answers, key)) return false;
    return !Object.hasOwn(accepted, key) && ownerOf(form, key) === key;
  });
  return { answers, written, cleared };
}

/** The save's version for the answers that it cleared, except those that were written later than it was typed. */
export function versionsOfCleared(
  cleared: readonly string[],
  stored: AnswerVersions,
  version: AnswerVersion,
  now: number,
): AnswerVersions {
  const older = cleared.filter((key) => isNewer(version, versionOf(stored, key), now));
  return Object.fromEntries(older.map((key) => [key, version]));
}

/** Whether two maps hold the same answers; a missing key counts as ''. */
export function sameAnswers(a: Answers, b: Answers): boolean {
  const isIn = (some: Answers, all: Answers) =>
    Object.keys(some).every((key) => some[key] === all[key] || answerOf(some, key) === answerOf(all, key));
  return isIn(a, b) && isIn(b, a);
}
