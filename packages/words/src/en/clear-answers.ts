import { area } from '../area.ts';

/** The button and dialog with which visitors clear their answers. */
export const clearAnswers = area('clear-answers', {
  note: 'Your answers are kept in this browser tab until you create an account or log in.',
  button: 'Clear my answers',
  question: "Clear all the answers you've typed here?",
  confirm: 'Yes, clear them',
  cancel: 'Keep my answers',
  cleared: 'Your answers have been cleared.',
});
