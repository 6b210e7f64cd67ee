import { area } from '../area.ts';

/** Messages about a failed call without a message from the server. */
export const failures = area('failures', {
  /** Fixed wording: ERR-01. */
  unexpected: "We've encountered an unexpected error at this time. Please try again later.",
  /** The call may have succeeded: perhaps only the response was lost. */
  noResponse: "The site isn't responding. Please check your connection and try again.",
});
