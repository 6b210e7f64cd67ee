/** Words about faults that nobody expected. */
export const unexpectedText = { title: 'Unexpected Error', close: 'Close' } as const;
