import { area } from '../area.ts';

/** News for applicants whose form has changed since they began. */
export const formNews = area('form-news', {
  title: 'Changes in the form',
  changed: 'We changed the form since you were last here. Everything else you answered is as you left it.',
  loaded: 'We changed the form while you had it open, so this is the new one. Everything you typed is here.',
  notSubmitted:
    "Your application isn't submitted yet: the form has just changed, and the new one asks for something more. Please answer it and submit again. If you submitted before the deadline, you have an hour from then.",
  added: { one: '1 new question in {page}.', other: '{count} new questions in {page}.' },
  needed: {
    one: '1 question in {page} needs an answer now.',
    other: '{count} questions in {page} need an answer now.',
  },
  again: "Please answer “{label}” again. We can't use your old answer anymore: {text}",
  gone: "We no longer ask for “{label}”. Your old answer isn't part of your application anymore: {text}",
  show: 'Show me',
  /** Beside the label of a new question. */
  mark: 'new',
  close: 'Got it',
});
