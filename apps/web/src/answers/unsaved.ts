import type { Answers } from '@firstyear/form-engine';
import type { MirroredAnswer } from './mirror.ts';

/** What the server has not acknowledged. Give it back to acknowledge() once it has. */
export interface UnsavedAnswers {
  readonly answers: Answers;
  /** Grows with every change; tells answers of this hand-out from later ones. */
  readonly revision: number;
  /** When the newest of these answers was typed, in milliseconds since 1970. */
  readonly newestAt: number;
}

export interface UnsavedAnswer extends MirroredAnswer {
  readonly revision: number;
}

/** Milliseconds between the oldest and the newest answer of one batch. */
const BATCH_SPAN_MS = 10_000;

/** Unsaved answers in batches, oldest first, each of answers typed at about the same time. */
export function batchesOf(unsaved: ReadonlyMap<string, UnsavedAnswer>, revision: number): readonly UnsavedAnswers[] {
  const batches: UnsavedAnswers[] = [];
  let oldest = Number.NEGATIVE_INFINITY;
  for (const [key, { value, at }] of [...unsaved].sort(([, one], [, other]) => one.at - other.at)) {
    const batch = at - oldest <= BATCH_SPAN_MS ? batches.pop() : undefined;
    if (!batch) oldest = at;
    batches.push({ answers: { ...batch?.answers, [key]: value }, revision, newestAt: at });
  }
  return batches;
}
