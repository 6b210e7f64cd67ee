/** What stands at a document question before its input comes. */
export const DOCUMENT_QUESTION_TEXT = {
  needsAccount: 'This question can be finished once you have created an account.',
  loading: 'Loading…',
} as const;
