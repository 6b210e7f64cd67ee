import { type Form, type FormState, type Moment, validate } from '@firstyear/form-engine';
import { HOUR_MS } from '../../../time/durations.ts';

const WESTERNMOST_HOURS = -12;
const EASTERNMOST_HOURS = 14;

/**
 * The moments it may be for an applicant: the server knows the instant, but not whose calendar day it is.
 * Somewhere on earth it is one of at most three days.
 */
export function possibleMoments(now: Date): readonly Moment[] {
  const dayAt = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(0, 10);
  const days = new Set([dayAt(0), dayAt(WESTERNMOST_HOURS), dayAt(EASTERNMOST_HOURS)]);
  return [...days].map((today) => ({ now: now.getTime(), today }));
}

/** Whether every page is without an error on a day that it may be where the applicant is (AMB-145). */
export function isComplete(form: Form, state: FormState, now: Date): boolean {
  return possibleMoments(now).some((moment) => Object.keys(validate(form, state, moment)).length === 0);
}
