/** Words of the footer and its two dialogs. */
export const helpText = {
  close: 'Close',
  help: {
    trigger: 'Help',
    title: 'Technical Help',
    intro: 'Something does not work, or you are stuck? Write to us or call us. We are glad to help.',
    email: 'E-mail',
    phone: 'Phone',
    address: 'Postal address',
    pdfTitle: 'To open PDF files',
    pdfText:
      'Your copy of the application is a PDF file. If it does not open on your device, you can get a free reader:',
    pdfLink: 'Download Adobe Acrobat Reader',
    pdfUrl: 'https://get.adobe.com/reader/',
  },
  privacy: {
    trigger: 'Privacy',
    title: 'Privacy Policy and Cookie Notice',
    useTitle: 'What we do with your answers',
    use: (name: string) =>
      `${name} uses your answers to decide on your application and to write to you about it, and for nothing else. What you type before you have an account stays in this browser tab and goes to us only when you log in.`,
    cookiesTitle: 'Cookies',
    cookies:
      'A cookie is a small piece of text that a website keeps in your browser. We use only the ones that the application needs: they keep you logged in, say that you are logged in, and tie a confirmation code to the browser that asked for it. None of them follows you to other websites, and all of them end with your session.',
    storage:
      'Until they are saved, answers you type are also kept in the storage of this browser tab, so that a reload loses nothing. They are removed once they are saved and when you log out.',
    controlTitle: 'How to control cookies',
    control:
      'You can see, delete and block cookies in the settings of your browser. Without them you can look at the application, but you cannot log in.',
    browsers: [
      { name: 'Google Chrome', url: 'https://support.google.com/chrome/answer/95647' },
      { name: 'Mozilla Firefox', url: 'https://support.mozilla.org/kb/enhanced-tracking-protection-firefox-desktop' },
      { name: 'Apple Safari', url: 'https://support.apple.com/guide/safari/manage-cookies-sfri11471/mac' },
      {
        name: 'Microsoft Edge',
        url: 'https://support.microsoft.com/microsoft-edge/delete-cookies-in-microsoft-edge-63947406-40ac-c3b8-57b9-2a946a29ae09',
      },
    ],
    contact: 'Questions about your data? Write to',
  },
} as const;
