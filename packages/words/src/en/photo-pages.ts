import { area } from '../area.ts';

/** The dialog that joins photos into one document. */
export const photoPages = area('photo-pages', {
  title: 'Pages of your document',
  intro: 'We put these photos together as the pages of one document, in this order.',
  empty: 'There are no pages yet. Add the photos that you want to upload.',
  list: 'Pages',
  page: 'Page {page}',
  up: 'Move page {page} up',
  down: 'Move page {page} down',
  remove: 'Remove page {page}',
  removeShort: 'Remove',
  drag: 'Drag to another place',
  moved: 'Page {from} is now page {to}.',
  removed: 'Page {page} was removed.',
  added: { one: '1 page was added.', other: '{count} pages were added.' },
  add: 'Add photos',
  sendNone: 'Upload',
  send: { one: 'Upload 1 page', other: 'Upload {count} pages' },
  cancel: 'Cancel',
  /** After a reload, which the photo itself doesn't survive. */
  noPreview: 'No preview',
  tooMany: 'One document can have up to {max} photos. Please remove some, or save all pages as one PDF.',
  onlyPhotos: 'Only photos can be pages here. Please upload a PDF or Word file by itself.',
  cannotRead:
    "Page {page}: this browser can't open this photo to make it smaller. Please open your application on the phone that took the photo and add it there, or save it as a .jpg file and add that one.",
});
