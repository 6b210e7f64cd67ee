const KEEP_OPEN = "Please keep this page open: we'll submit your application as soon as";

/** That the application is submitted, or why it takes longer, while it is sent again. */
export const SUBMISSION_TEXT = {
  /** Fixed wording: ROUTE-06. */
  submitted: 'Your application was successfully submitted.',
  document: `We're still preparing your document. ${KEEP_OPEN} it's ready.`,
  busy: `We're busy right now. ${KEEP_OPEN} we can. You don't need to press the button again.`,
  away: `We can't reach the application right now. ${KEEP_OPEN} we can. You don't need to press the button again.`,
} as const;
