/** What stands at a document question before its input comes. */
export const DOCUMENT_QUESTION_TEXT = {
  needsAccount: 'This question can be finished once you have created an account.',
  loading: 'Loading…',
  missing: "We couldn't load this question. Please reload the page; your answers are kept.",
} as const;
