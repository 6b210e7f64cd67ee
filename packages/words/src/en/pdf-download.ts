import { area } from '../area.ts';

/** The PDF copy. */
export const pdfDownload = area('pdf-download', {
  preparing: 'Preparing your PDF copy…',
  download: 'Download PDF copy',
  errorLabel: 'Error downloading PDF copy of your application.',
  failed: "We couldn't make your PDF copy. Please try again in a moment.",
  tryAgain: 'Try again',
});
