import { area } from '../area.ts';

/** The saving state. */
export const saving = area('saving', {
  idle: 'Changes are saved as you go',
  saving: 'Saving…',
  saved: 'Saved at {time}',
  failed: 'Not saved',
  busy: "We're busy. Your answers are kept here and will be saved soon",
  retry: 'retry',
  locked: "Not saved. Your application has been submitted, so it can't be changed anymore.",
});
