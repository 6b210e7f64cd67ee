/**
 * Headers by which the server keeps an older save from overwriting a newer one (D3): the id of the browser tab, its save
 * counter, and the age of the newest answer in milliseconds.
 */
export const SAVE_CLIENT_HEADER = 'save-client';
export const SAVE_SEQUENCE_HEADER = 'save-sequence';
export const SAVE_AGE_HEADER = 'save-age';
/** The release of the page's form: ids of its migrations, comma-separated; left out for none. */
export const FORM_RELEASE_HEADER = 'form-release';
