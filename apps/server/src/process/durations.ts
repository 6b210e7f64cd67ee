/** Milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Longer than a submission takes from its timestamp to its commit, on machines whose clocks nearly agree. */
export const LONGEST_COMMIT_MS = 2 * MINUTE_MS;
