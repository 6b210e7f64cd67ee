import { area } from '../area.ts';

/** What applicants are told when the form has changed since they began. */
export const formNews = area('form-news', {
  loaded: 'We changed the form while you had it open, so this is the new one. Everything you typed is here.',
  notSubmitted:
    "Your application isn't submitted yet: the form has just changed, and the new one asks for something more. Please answer it and submit again. If you submitted before the deadline, you have an hour from then.",
  close: 'Got it',
});
