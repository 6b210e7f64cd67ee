import type { Moment } from '@firstyear/form-engine';

/** The moment with its day in UTC, wherever this server stands: no applicant's own day is more than one away from it. */
export const utcMoment = (date: Date): Moment => ({ now: date.getTime(), today: date.toISOString().slice(0, 10) });
