/** Words of the footer; its dialogs have their own. */
export const footerText = { help: 'Help', privacy: 'Privacy' } as const;
