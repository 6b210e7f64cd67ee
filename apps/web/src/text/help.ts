/** Words of the footer's two dialogs, which come when they are opened. */
export const helpText = {
  close: 'Close',
  help: {
    title: 'Technical Help',
    intro: "Is something not working? Are you stuck? Email or call us. We're glad to help.",
    email: 'Email',
    phone: 'Phone',
    address: 'Mailing address',
    pdfTitle: 'To open PDF files',
    pdfText:
      "Your copy of the application is a PDF file. If it doesn't open on your device, you can get a free reader:",
    pdfLink: 'Download Adobe Acrobat Reader',
    pdfUrl: 'https://get.adobe.com/reader/',
  },
  privacy: {
    title: 'Privacy Policy and Cookie Notice',
    useTitle: 'What we do with your answers',
    use: (name: string) =>
      `${name} uses your answers only to decide on your application and to contact you about it. What you type before you have an account stays in this browser tab. It is sent to us only when you log in.`,
    cookiesTitle: 'Cookies',
    cookies:
      "A cookie is a small piece of text that a website keeps in your browser. We use only the cookies this application needs: they keep you logged in, show that you're logged in, link a confirmation code to the browser that asked for it, and recognize a browser you've logged in with before. None of them follow you to other websites. The ones that keep you logged in end with your session, the one for the confirmation code after a week, and the one that recognizes your browser after a year.",
    storage:
      "Until they're saved, the answers you type are also kept in this browser tab, so you won't lose them if you reload the page. They're removed once they're saved and when you log out. When an answer makes us remove others, this tab keeps those too, so you can undo it. They're removed when you log out or close the tab. While you're logged in, this tab also remembers your email address. Your browser keeps the files of this website, without any answers, so that it opens without a connection.",
    controlTitle: 'How to control cookies',
    control:
      "You can see, delete, and block cookies in your browser's settings. Without cookies you can look at the application, but you can't log in.",
    browsers: [
      { name: 'Google Chrome', url: 'https://support.google.com/chrome/answer/95647' },
      { name: 'Mozilla Firefox', url: 'https://support.mozilla.org/kb/enhanced-tracking-protection-firefox-desktop' },
      { name: 'Apple Safari', url: 'https://support.apple.com/guide/safari/manage-cookies-sfri11471/mac' },
      {
        name: 'Microsoft Edge',
        url: 'https://support.microsoft.com/microsoft-edge/delete-cookies-in-microsoft-edge-63947406-40ac-c3b8-57b9-2a946a29ae09',
      },
    ],
    contact: 'Questions about your data? Write to us at',
  },
} as const;
