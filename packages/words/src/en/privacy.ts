import { area } from '../area.ts';

/** The footer's privacy dialog. */
export const privacy = area('privacy', {
  title: 'Privacy Policy and Cookie Notice',
  useTitle: 'What we do with your answers',
  use: '{name} uses your answers only to decide on your application and to contact you about it. What you type before you have an account stays in this browser tab. It is sent to us only when you log in. When you submit, we note your language and whether you used a phone, a tablet, or a computer.',
  cookiesTitle: 'Cookies',
  cookies:
    "A cookie is a small piece of text that a website keeps in your browser. We use only the cookies this application needs: they keep you logged in, show that you're logged in, link a confirmation code to the browser that asked for it, and recognize a browser you've logged in with before. None of them follow you to other websites. The ones that keep you logged in end with your session, the one for the confirmation code after a week, and the one that recognizes your browser after a year.",
  storage:
    "Until they're saved, the answers you type are also kept in this browser tab, so you won't lose them if you reload the page. They're removed once they're saved and when you log out. When an answer makes us remove others, this tab keeps those too, so you can undo it. They're removed when you log out or close the tab. While you're logged in, this tab also remembers your email address. Your browser keeps the files of this website, without any answers, so that it opens without a connection.",
  controlTitle: 'How to control cookies',
  control:
    "You can see, delete, and block cookies in your browser's settings. Without cookies you can look at the application, but you can't log in.",
  contact: 'Questions about your data? Write to us at',
});
