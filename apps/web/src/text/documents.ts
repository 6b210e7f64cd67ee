/** The words of document questions. */
export const DOCUMENT_TEXT = {
  needsAccount: 'This question can be finished once you have created an account.',
  notYet:
    'Uploading is not open yet. Please ask your counselor to send this document to us. You can finish and submit your application without it.',
  attached: 'A document is attached.',
} as const;
