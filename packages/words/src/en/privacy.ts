import { area } from '../area.ts';

/** The privacy notice: in the footer's dialog, and a page of its own. The university's own paragraphs come first. */
export const privacy = area('privacy', {
  title: 'Privacy Policy and Cookie Notice',
  useTitle: 'What we do with your answers',
  away: "We can't show this part right now. Please open this notice again in a moment, or write to us.",
  sentTitle: 'What is sent to us, and when',
  sent: "What you type before you have an account stays in this browser tab until you log in, with one exception: what you type to find a school, a college, or an address is sent to us as you type, so that we can suggest some. We don't keep it.",
  company:
    'We pass on what you type to find an address to {company}, a company that knows streets and house numbers, without your name or your other answers.',
  submit:
    'When you submit, we note your language and whether you used a phone, a tablet, or a computer. If your school has something to send us, we email the school counselor you named a link. Whoever opens it sees your name, your school, when you graduate, and whether you waived your right to read what they write about you. If part of this website fails, it tells us where in its own code, without your answers. We also see the network address of your device, and use it to keep strangers out.',
  cookiesTitle: 'Cookies',
  cookies:
    "A cookie is a small piece of text that a website keeps in your browser. We use only the cookies this application needs: they keep you logged in, show that you're logged in, link a confirmation code to the browser that asked for it, recognize a browser you've logged in with before, and remember the language you chose. None of them follow you to other websites. The ones that keep you logged in end with your session, the one for the confirmation code after a week, and the ones for your browser and your language after a year.",
  storage:
    "Until they're saved, the answers you type are also kept in this browser tab, so you won't lose them if you reload the page. They're removed once they're saved and when you log out. If we log you out because you were away, those that aren't saved wait in this tab until you log in again. When an answer makes us remove others, this tab keeps those too, so you can undo it. They're removed when you log out or close the tab. This tab also remembers the email address you enter to log in, until you log out. Your browser keeps the time you were last active, and the files of this website, without any answers, so that it opens without a connection.",
  controlTitle: 'How to control cookies',
  control:
    "You can see, delete, and block cookies in your browser's settings. Without cookies you can look at the application, but you can't log in.",
  contact: 'Questions about your data? Write to us at',
  page: 'This notice as a page',
});
