import { area } from '../area.ts';

/** Dialogs for logged-in applicants: inactivity, and Log Out with unsaved answers or while a submission waits. */
export const sessionWatch = area('session-watch', {
  stillWorking: {
    title: 'Still working?',
    body: "You haven't been active for a while. To keep your application safe, we'll log you out in about one minute.",
    saved: 'Your answers are saved.',
    unsaved:
      "Some of your answers aren't saved yet. We'll keep trying. What we can't save stays in this browser tab until you log in again.",
    stay: 'Continue working',
    logOut: 'Log Out',
  },
  unsaved: {
    title: { one: "1 answer isn't saved yet", other: "{count} answers aren't saved yet" },
    saved: 'Everything is saved',
    body: "We keep trying to save. If you wait, we'll log you out as soon as everything is saved. If you log out now, what isn't saved is gone, and this computer keeps none of it.",
    elsewhere: "They're in other tabs of this browser.",
    partlyElsewhere: 'Some of them are in other tabs of this browser.',
    waiting:
      "We're waiting for your answers to be saved, and then we'll log you out. To keep working, close this window.",
    wait: 'Wait',
    lose: { one: 'Log out and lose it', other: 'Log out and lose them' },
    close: 'Back to your application',
    notSubmitted: "Your application isn't submitted yet",
    submitting:
      "We're still trying to submit it. If you log out now, it won't be submitted, and answers that aren't saved yet are gone.",
    notSubmit: 'Log out without submitting',
  },
});
