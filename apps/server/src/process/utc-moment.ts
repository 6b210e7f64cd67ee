import type { Moment } from '@firstyear/form-engine';

/** The moment with its day in UTC, whatever the server's time zone; an applicant's own day is at most one day off. */
export const utcMoment = (date: Date): Moment => ({ now: date.getTime(), today: date.toISOString().slice(0, 10) });
