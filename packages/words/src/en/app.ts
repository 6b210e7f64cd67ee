import { area } from '../area.ts';

/** Texts around every page, in place of a page, and while something loads. */
export const app = area('app', {
  /** The title of the window while the page shows errors. */
  errorTitle: 'Error: {title}',
  help: 'Help',
  privacy: 'Privacy',
  loading: 'Loading your application',
  offline: {
    title: "You aren't connected.",
    text: "We can't reach the application right now. Please keep this page open: we'll continue as soon as you're back online.",
    saved: 'The answers that are saved already come back then, too.',
  },
  /** While a busy server defers the first calls of a page, which retries them. */
  busy: "We're busy right now.",
  away: "We can't reach the application right now.",
  kept: "Nothing that's saved is lost. Please keep this page open: we'll continue as soon as we can.",
  /** Fixed wording: ERR-20. */
  error: {
    title: 'Something went wrong.',
    text: 'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    reload: 'Try again',
    home: 'Go to the first page',
    help: "If it happens again, write to us and we'll help you:",
  },
  service: {
    refused: "This view of the application can't be opened. The link may be incomplete or too old.",
    whomToAsk: 'Ask whoever sent it to you for a new one, or write to the Office of Admissions:',
  },
});
