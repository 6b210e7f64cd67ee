/** Words about the session: its end, the inactivity dialog and unexpected faults. */
export const sessionText = {
  /** Fixed wording: ERR-05. */
  invalid: 'Your session is invalid. Please clear your cookies and login again.',
  inactive: 'You have been automatically logged out due to inactivity.',
  stillWorking: {
    title: 'Still working?',
    body: "You haven't been active for a while. To keep your application safe, we'll log you out in about one minute. Your answers are saved.",
    stay: 'Continue working',
    logOut: 'Log Out',
  },
  unexpected: { title: 'Unexpected Error', close: 'Close' },
} as const;
