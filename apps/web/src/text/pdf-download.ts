/** The words of the PDF copy. */
export const PDF_TEXT = {
  preparing: 'Preparing your PDF copy…',
  download: 'Download PDF copy',
  errorLabel: 'Error downloading PDF copy of your application.',
  failed: "We couldn't make your PDF copy. Please try again in a moment.",
  tryAgain: 'Try again',
} as const;
