import { area } from '../area.ts';

/** What an applicant types for an item, apart from items.ts: few are asked to. */
export const typedItems = area('typed-items', {
  reply: 'Your explanation for: {title}',
  replied: 'Your explanation',
  send: 'Send',
  replyNeeded: 'Please write something first.',
  replyTooLong: 'This is too long by {over} characters. Please shorten it.',
  correct: 'Please check your answers below and correct them. What we have stays as it is until you send them.',
  nothingToCorrect: 'You no longer have to correct anything here. Please send it as it is, so that we know.',
  sendCorrection: 'Send the correction',
  elsewhere:
    "With this answer, we would also need “{label}”, which you can't send here. Please write to {email} about it.",
  unsent: "This is what you wrote. It wasn't sent.",
  discard: 'Delete what I wrote',
});
