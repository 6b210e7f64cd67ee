import { area } from '../area.ts';

/** The footer's help dialog. */
export const help = area('help', {
  title: 'Technical Help',
  intro: "Is something not working? Are you stuck? Email or call us. We're glad to help.",
  email: 'Email',
  phone: 'Phone',
  address: 'Mailing address',
  pdfTitle: 'To open PDF files',
  pdfText: "Your copy of the application is a PDF file. If it doesn't open on your device, you can get a free reader:",
  pdfLink: 'Download Adobe Acrobat Reader',
});
