import { type Answers, answerOf, type Form, type Moment, mergeAnswers } from '@firstyear/form-engine';
import type { AnswerVersion } from '../../../db/types.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import type { AnswerVersions } from '../row/service.ts';

export interface Stored {
  readonly answers: Answers;
  /** Of the questions that the save answers, as questionsOf() names them. */
  readonly versions: AnswerVersions;
}

/** What becomes of a save. */
export interface Merged {
  readonly answers: Answers;
  /** Of the questions whose answers the save gave. */
  readonly written: AnswerVersions;
  /** Questions whose answers it clears: who wrote these counts as well; see versionsOfCleared(). */
  readonly cleared: readonly string[];
}

/** A save as it arrived: its answers, who sent it, and when the newest of them was typed (server's clock). */
export interface Save {
  readonly answers: Answers;
  readonly version: AnswerVersion;
}

/** A stored time that lies further ahead than this tells of a clock that was set back, not of a newer answer. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Whether a save may overwrite what is stored (D3). Saves of one browser tab go by their sequence,
 * those of different ones by when they were typed.
 */
export function isNewer(version: AnswerVersion, stored: AnswerVersion | undefined, now: number): boolean {
  if (!stored) return true;
  if (version.client !== '' && version.client === stored.client) return version.sequence >= stored.sequence;
  return version.edited_at >= stored.edited_at || stored.edited_at > now + CLOCK_TOLERANCE_MS;
}

const versionOf = (versions: AnswerVersions, key: string): AnswerVersion | undefined =>
  Object.hasOwn(versions, key) ? versions[key] : undefined;

/** The question a key belongs to: itself, or the one whose chosen label it holds. */
function ownerOf(form: Form, key: string): string {
  return form.byStoredKey.get(key)?.question.key ?? key;
}

/** The questions that answers belong to. */
export function questionsOf(form: Form, answers: Answers): readonly string[] {
  return [...new Set(Object.keys(answers).map((key) => ownerOf(form, key)))];
}

/**
 * Lays a save over what is stored. Keys for which something newer is stored stay as they are; a chosen label
 * goes with its choice; what is hidden by the save is cleared.
 */
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
    // First what holds for nearly all.
    if (answers[key] === stored.answers[key] || answerOf(answers, key) === answerOf(stored.answers, key)) return false;
    return !Object.hasOwn(accepted, key) && ownerOf(form, key) === key;
  });
  return { answers, written, cleared };
}

/** What a save cleared counts as written by it, unless it was written later than the save was typed. */
export function versionsOfCleared(
  cleared: readonly string[],
  stored: AnswerVersions,
  version: AnswerVersion,
  now: number,
): AnswerVersions {
  const older = cleared.filter((key) => isNewer(version, versionOf(stored, key), now));
  return Object.fromEntries(older.map((key) => [key, version]));
}

/** Whether two maps hold the same answers; a missing key reads as ''. */
export function sameAnswers(a: Answers, b: Answers): boolean {
  const isIn = (some: Answers, all: Answers) =>
    Object.keys(some).every((key) => some[key] === all[key] || answerOf(some, key) === answerOf(all, key));
  return isIn(a, b) && isIn(b, a);
}
