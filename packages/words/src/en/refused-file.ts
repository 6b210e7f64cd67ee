import { area } from '../area.ts';

/** What can be done about a file that can't be uploaded, apart from documents.ts: loaded once a file is chosen. */
export const refusedFile = area('refused-file', {
  offerSmaller: 'We can make this photo smaller right here on your device.',
  offerSmallerShorter: 'We can make this photo smaller right here on your device and give it a shorter name.',
  offerShorter: 'We can give this file a shorter name.',
  offerPdf: 'Most programs can save or export a file as a PDF. Please do that, and choose the PDF here.',
  smaller: 'Make it smaller and upload',
  shorter: 'Shorten the name and upload',
  cannotRead:
    "We can't make this photo smaller, because this browser can't open it. Please open your application on the phone that took the photo and choose it there, or save it as a .jpg file and choose that one.",
});
