/**
 * These headers let the server keep an older save from overwriting a newer one (D3):
 * an id of the browser tab, a number that grows with each save of it, and how long ago, in milliseconds,
 * the newest of the answers was typed.
 */
export const SAVE_CLIENT_HEADER = 'save-client';
export const SAVE_SEQUENCE_HEADER = 'save-sequence';
export const SAVE_AGE_HEADER = 'save-age';
/** Which changes of meaning the form of the page knows: ids of its migrations with commas between them; none without it. */
export const FORM_RELEASE_HEADER = 'form-release';
