import { area } from '../area.ts';

/** Mails of the office to applicants, as staff see them before they are sent. */
export const officeLetters = area('office-letters', {
  tell: 'Tell the applicant by email',
  to: 'To {recipient}, in {language}',
  language: { en: 'English', es: 'Spanish' },
  subject: 'Subject',
  text: 'Text',
  textHint:
    'It begins with the name and ends with whom to ask and your address. It is sent as you write it, in this language.',
  which: 'Which message',
  ownWords: 'Own words',
  inEnglish: 'In English',
  needed: 'Please fill this in.',
});
