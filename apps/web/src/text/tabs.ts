/** The words of tab groups and Add Another. */
export const TAB_TEXT = {
  /** The title holds the id, as that of Add Another does (AMB-114); the words of the tab are below it. */
  error: (defaultTab: string) => `Error handling tabs for ${defaultTab}`,
  errorAt: (defaultLabel: string, words: string) => `${defaultLabel}: ${words}`,
  blockedTitle: 'File Upload in Progress',
  blocked: 'Please wait until the file upload has completed.',
  blockedClose: 'OK',
} as const;

export const ADD_ANOTHER_TEXT = {
  button: (noun: string) => `Add Another ${noun}`,
  added: (noun: string, number: number) => `${noun} ${number} added`,
  error: (buttonId: string) => `Error adding another ${buttonId}`,
} as const;
