import { area } from '../area.ts';

/** What an applicant reads about a failed call when the server said nothing about it. */
export const failures = area('failures', {
  /** Fixed wording: ERR-01. */
  unexpected: "We've encountered an unexpected error at this time. Please try again later.",
  /** The call may have succeeded all the same: the response can be what was lost. */
  noResponse: "We didn't hear back from the application. Please check your connection and try again.",
});
