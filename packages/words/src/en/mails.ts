import { area } from '../area.ts';

/** Mails to applicants by kind, after the text around all of them. */
export const mails = area('mails', {
  letter: {
    hello: 'Hello,',
    dear: 'Dear {name},',
    contact: 'Questions? Write to {email} or call {phone}.',
    sincerely: 'Sincerely,',
  },
  code: {
    subject: 'Your {university} confirmation code',
    code: 'Your confirmation code is: {code}',
    enterAtSignUp:
      'Enter it on the page where you signed up. It expires in 10 minutes, and only the newest code works.',
    ignoreSignUp:
      "If you didn't start an application to {university}, you can ignore this email. Please don't share this code with anyone.",
    enterAtChange:
      'Enter it on the page where you asked to change your email address. It expires in 10 minutes, and only the newest code works.',
    ignoreChange: "If you didn't ask for this, you can ignore this email. Please don't share this code with anyone.",
  },
  knownAddress: {
    subject: 'You already have an account with {university}',
    known:
      "Someone, most likely you, just tried to sign up with this email address. You already have an account, so you don't need a new one.",
    logIn: 'Log in here: {url}',
    forgot: 'Forgot your password? Choose a new one here: {url}',
    ignore: "If it wasn't you, you can ignore this email. Nothing has changed.",
  },
  setPassword: {
    subject: 'Choose a password for your {university} account',
    choose:
      'Thank you for confirming your email address. The code was entered in a different browser from the one used to sign up. To keep your account safe, please choose a password now:',
    expires: 'The link works once and expires in one hour.',
  },
  resetLink: {
    subject: 'Choose a new password for your {university} account',
    choose: 'You asked to reset your password. Choose a new one here:',
    expires: 'The link works once and expires in one hour. Only the newest link works.',
    ignore: "If you didn't ask for this, you can ignore this email. Your password will stay the same.",
  },
  passwordChanged: {
    subject: 'Your {university} password was changed',
    changed:
      'The password for your account was just changed, and every other browser that was logged in has been logged out.',
    notYou: "If this wasn't you, choose a new password right away: {url}",
  },
  newDevice: {
    subject: 'New login to your {university} account',
    loggedIn:
      'Someone, most likely you, just logged in to your account in a browser that has not been used for it before.',
    you: "If it was you, there's nothing you need to do.",
    notYou: "If it wasn't you, choose a new password right away: {url}",
  },
  failedLogins: {
    subject: 'Many failed attempts to log in to your {university} account',
    tried:
      'Someone tried many times to log in to your account with a wrong password. None of those tries worked, and nothing in your application has changed. Whoever keeps trying has to wait longer and longer.',
    forgot:
      "If you've forgotten your password, or if you use the same password anywhere else, choose a new one here: {url}",
    otherwise: "Otherwise, there's nothing you need to do.",
  },
  changeRequested: {
    subject: 'Someone asked to change the email address of your {university} account',
    asked:
      'Someone, most likely you, asked to change the email address of your account to {email}. It will be changed as soon as they enter the code that we sent there.',
    you: "If it was you, there's nothing you need to do here.",
    notYou: "If it wasn't you, keep your address here: {url}",
    undone:
      'Every browser will be logged out, and you can choose a new password. The link works once and expires in 3 days.',
  },
  emailChanged: {
    subject: 'The email address of your {university} account was changed',
    changed:
      "The email address of your account was just changed to {email}. Use the new address to log in. We'll send our emails there from now on.",
    notYou: "If this wasn't you, take your account back here: {url}",
    undone:
      'Every browser will be logged out, and you can choose a new password. The link works once and expires in 3 days.',
  },
  changeUndone: {
    subject: 'Choose a new password for your {university} account',
    choose:
      'Your account has this email address, every browser has been logged out, and your earlier password no longer works. Choose a new one here:',
    expires:
      'The link works once and expires in one hour. You can ask for another one at any time with “Forgot password”.',
  },
  receipt: {
    subject: 'We received your application to {university}',
    thanks: 'Thank you for applying to {university}. We received your application on {moment}.',
    number: 'Your confirmation number: {number}\nPlease keep it, and quote it when you write to us.',
    steps: 'To complete your application, please take these steps:\n\n{steps}',
    mailed: 'We emailed {name} a link to send it to us. Please tell them to look for our email.',
    dates: 'Dates to remember:\n\n{dates}',
    copy: 'You can log in at any time to read your application and download a PDF copy of it.',
  },
  deadlineChanged: {
    subject: 'Your deadline for your application to {university}',
    extended: 'You can now submit your application to {university} until {moment}. This is for your application alone.',
    takenBack:
      'The extra time for your application to {university} has been taken back. The usual deadline applies to you again.',
    logIn: 'Log in to finish your application: {url}',
  },
  reopened: {
    subject: 'You can change your application to {university} again',
    reopened:
      "We have reopened your application {number} to {university}, so that you can change it. Please submit it again when you're done: until then, it doesn't count as submitted.",
    logIn: 'Log in to change it: {url}',
  },
  withdrawn: {
    subject: 'Your application to {university} is withdrawn',
    withdrawn:
      'We have withdrawn your application {number} to {university}, so we will not decide on it. You can still log in to read it.',
    notYou: "If you didn't ask for this, please write to us or call us right away. We can take it back.",
  },
  withdrawalUndone: {
    subject: 'Your application to {university} is active again',
    undone:
      'We have taken back the withdrawal of your application {number} to {university}. It counts as submitted, as before.',
  },
  requested: {
    subject: 'We need one more thing for your application to {university}',
    asked: 'To decide on your application to {university}, we need one more thing from you: {title}',
    due: 'Please send it by {day}.',
    logIn: 'Log in to send it: {url}',
  },
  requestReminder: {
    subject: "We're still waiting for something for your application to {university}",
    waiting: "We asked you for this, and we don't have it yet: {title}",
  },
  itemCame: {
    subject: 'We received something for your application to {university}',
    came: 'We received this for your application to {university}: {title}',
    next: "We'll check it, and write to you if we need it again. There's nothing more you need to do for it.",
  },
  itemReturned: {
    subject: 'We need something again for your application to {university}',
    returned: "We couldn't use what came for your application to {university}: {title}",
    logIn: 'Log in to see what to do: {url}',
  },
  answerCorrected: {
    subject: 'We corrected an answer in your application to {university}',
    corrected:
      'You told us that something was wrong, so we corrected it in your application {number} to {university}: {question}',
    logIn: 'Log in to read it in your PDF copy: {url}',
    notYou: "If you didn't ask for this, or if it still isn't right, please write to us or call us.",
  },
  complete: {
    subject: 'Your application to {university} is complete',
    complete:
      'We have everything for your application {number} to {university}. There is nothing more you need to send.',
    next: "We'll write to you when we have decided, or if we have a question.",
  },
  helperAsked: {
    subject: '{student} asks you for school papers for {university}',
    asks: '{student} has applied to {university} and named you to send us papers from school, such as a transcript or a report.',
    again: '{university} needs papers for {student} again',
    returned: "We couldn't use what you sent for {student}: {title}",
    send: 'See what is needed and send it here. You need no account:\n{url}',
    link: 'The link is for you alone and works until {day}. Please do not forward it.',
    notYou: 'Not the right person, or unable to send anything? Please tell us on the same page.',
  },
  helperDeclined: {
    subject: 'Someone else is needed to send your school papers to {university}',
    declined: "{name} told us that they can't send your papers from school. Please ask somebody else at your school.",
    wrong_person:
      "{name} told us that they aren't the right person to send your papers from school. Please ask somebody else at your school.",
    logIn: 'Log in to ask somebody else: {url}',
  },
  exportReady: {
    subject: 'Your export from the {university} admissions office is ready',
    ready: 'The export that you asked for is ready. Download it here, signed in: {url}',
    kept: 'It is kept for seven days.',
  },
  reminder: {
    subject: "Your application to {university} isn't submitted yet",
    today:
      "You've started an application to {university} for {term}, and it hasn't been submitted yet. Today is the last day: we take applications until {closes}.",
    tomorrow:
      "You've started an application to {university} for {term}, and it hasn't been submitted yet. Tomorrow is the last day: we take applications until {closes}.",
    days: "You've started an application to {university} for {term}, and it hasn't been submitted yet. You have {days} days left: we take applications until {closes}.",
    logIn: 'Log in to finish it: {url}',
    stop: "Don't want these reminders? Stop them here: {url}",
  },
});
