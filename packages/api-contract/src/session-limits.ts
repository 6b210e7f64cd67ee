/** Milliseconds without activity after which a session ends, in the browser and on the server. */
export const IDLE_LIMIT_MS = 900_000;
export const ABSOLUTE_LIMIT_MS = 12 * 60 * 60 * 1000;
