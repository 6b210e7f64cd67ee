/** The words of the saving state. */
export const AUTOSAVE_TEXT = {
  idle: 'Changes are saved as you go',
  saving: 'Saving…',
  saved: (time: string) => `Saved at ${time}`,
  failed: 'Not saved',
  busy: "We're busy. Your answers are kept here and will be saved soon",
  retry: 'retry',
  locked: "Not saved. Your application has been submitted, so it can't be changed anymore.",
} as const;
