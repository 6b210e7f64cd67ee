import { area } from '../area.ts';

/** The end of a session, as reported on the Log In card. */
export const sessionEnd = area('session-end', {
  /** Fixed wording: ERR-05. */
  invalid: 'Your session is invalid. Please clear your cookies and login again.',
  inactive: 'You have been automatically logged out due to inactivity.',
  endedElsewhere:
    "You've been logged out in another tab. Some answers in this tab weren't saved yet. Log in again to save them.",
});
