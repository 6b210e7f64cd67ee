/** The words of tab groups and Add Another. */
export const TAB_TEXT = {
  error: (defaultTab: string) => `Error handling tabs for ${defaultTab}`,
} as const;

export const ADD_ANOTHER_TEXT = {
  button: (noun: string) => `Add Another ${noun}`,
  added: (noun: string, number: number) => `${noun} ${number} added`,
  error: (buttonId: string) => `Error adding another ${buttonId}`,
} as const;
