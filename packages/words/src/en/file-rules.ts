import { area } from '../area.ts';

/** Reasons why a file can't be uploaded. Fixed wording. */
export const fileRules = area('file-rules', {
  size: 'Your file is too large. The maximum file size is 1 MB.',
  type: 'You can only enter the following file types: {types}',
  name: 'The name of your file is too long. File name can have a maximum of {maximum} characters, including the extension.',
  empty: 'Your file is empty. Please upload a non-empty file.',
});
