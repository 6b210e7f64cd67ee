import { area } from '../area.ts';

/** The success of a submission, and the reason for its delay during retries. */
export const submitting = area('submitting', {
  /** Fixed wording: ROUTE-06. */
  submitted: 'Your application was successfully submitted.',
  document:
    "We're still preparing your document. Please keep this page open: we'll submit your application as soon as it's ready.",
  documentFailed: "Your application hasn't been submitted yet. {label}: {message}",
  /** After a reload while a submission waited. */
  dropped: "Your application isn't submitted yet: the page was reloaded or left first. Please submit it again.",
  busy: "We're busy right now. Please keep this page open: we'll submit your application as soon as we can. You don't need to press the button again.",
  away: "We can't reach the application right now. Please keep this page open: we'll submit your application as soon as we can. You don't need to press the button again.",
});
