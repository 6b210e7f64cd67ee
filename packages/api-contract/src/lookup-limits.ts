/** The most suggestions the form asks for. */
export const LOOKUP_RESULTS = 5;
export const LOOKUP_TEXT_MAX_LENGTH = 200;
