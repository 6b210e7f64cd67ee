import { area } from '../area.ts';

/** The application as plain text, on paper. */
export const serviceView = area('service-view', {
  studentType: 'Student type: {type}',
  document: 'Document {number} of {documents}',
  documentFollows: 'The document is on the following pages, as the applicant uploaded it.',
});
