/** The times of CONST-01 to CONST-25 for the app's scripts. Those of the primitives are in packages/ui. */

export const LOOKUP_DEBOUNCE_MS = 200;
export const LOOKUP_MAX_WAIT_MS = 500;

export const CONVERSION_POLL_MS = 2000;
/** While the PDF copy is made; and once it is there, so that its link never gets too old. */
export const PDF_POLL_MS = 1000;
export const PDF_READY_POLL_MS = 600_000;

/** Of the one call with automatic retries. */
export const WEB_STATUS_RETRIES = 2;
