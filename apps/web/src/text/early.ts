/** What a page of the build says before the app is there. */
export const EARLY_TEXT = {
  wait: 'One moment: the page is still loading. What you pressed comes next.',
  noScript: {
    title: 'This application needs JavaScript.',
    text: 'Please turn it on in your browser and reload the page. Until then, nothing that you type here can be saved.',
  },
} as const;
