import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH } from '@firstyear/words';
import { describe, expect, test } from 'vitest';
import {
  changeCodeMail,
  changeRequestedMail,
  changeUndoneMail,
  codeMail,
  emailChangedMail,
  failedLoginsMail,
  knownAddressMail,
  newDeviceMail,
  passwordChangedMail,
  resetLinkMail,
  setPasswordMail,
} from './mails.ts';

const config = { publicUrl: 'https://apply.larkmoor.example' };
const parts = { partner, config, recipient: 'ada@mail.example', language: ENGLISH };
const resetUrl = 'https://apply.larkmoor.example/reset?username=ada&id=1';
const loginUrl = 'https://apply.larkmoor.example/login';
const undoUrl = 'https://apply.larkmoor.example/restore?id=1.a';
const newEmail = 'ada.new@mail.example';
const forgotUrl = 'https://apply.larkmoor.example/forgot';

describe.each([
  codeMail({ ...parts, code: '123456' }),
  knownAddressMail(parts),
  setPasswordMail({ ...parts, resetUrl }),
  resetLinkMail({ ...parts, resetUrl }),
  passwordChangedMail(parts),
  failedLoginsMail(parts),
  newDeviceMail(parts),
  changeCodeMail({ ...parts, code: '123456' }),
  changeRequestedMail({ ...parts, newEmail, undoUrl }),
  emailChangedMail({ ...parts, newEmail, undoUrl }),
  changeUndoneMail({ ...parts, resetUrl }),
])('the $kind mail', ({ subject, text }) => {
  test('has a subject that says what the mail is and names the university', () => {
    expect(subject).toContain(partner.name);
  });

  test('has its greeting on a separate line, and each paragraph after it begins with a capital letter', () => {
    const [greeting, ...paragraphs] = text.trim().split('\n\n');
    expect(greeting).toBe('Hello,');
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^([A-Z]|https:)/);
  });

  test('says whom to ask and closes with the name of the office', () => {
    const [contact, signature] = text.trim().split('\n\n').slice(-2);
    expect(contact).toBe(`Questions? Write to ${partner.help_email} or call ${partner.phone}.`);
    expect(signature).toBe(['Sincerely,', ...partner.postal_address_lines].join('\n'));
  });
});

test('the code is at the end of a line, where it is easy to find and copy', () => {
  expect(codeMail({ ...parts, code: '123456' }).text.split('\n')).toContain('Your confirmation code is: 123456');
});

/** The text of a mail between its greeting and its contact line. */
const bodyOf = ({ text }: { readonly text: string }) => text.trim().split('\n\n').slice(1, -2);

test.each([
  [
    codeMail({ ...parts, code: '123456' }),
    'Your Larkmoor University confirmation code',
    [
      'Your confirmation code is: 123456',
      'Enter it on the page where you signed up. It expires in 10 minutes, and only the newest code works.',
      "If you didn't start an application to Larkmoor University, you can ignore this email. Please don't share this code with anyone.",
    ],
  ],
  [
    knownAddressMail(parts),
    'You already have an account with Larkmoor University',
    [
      "Someone, most likely you, just tried to sign up with this email address. You already have an account, so you don't need a new one.",
      `Log in here: ${loginUrl}`,
      `Forgot your password? Choose a new one here: ${forgotUrl}`,
      "If it wasn't you, you can ignore this email. Nothing has changed.",
    ],
  ],
  [
    setPasswordMail({ ...parts, resetUrl }),
    'Choose a password for your Larkmoor University account',
    [
      'Thank you for confirming your email address. The code was entered in a different browser from the one used to sign up. To keep your account safe, please choose a password now:',
      resetUrl,
      'The link works once and expires in one hour.',
    ],
  ],
  [
    resetLinkMail({ ...parts, resetUrl }),
    'Choose a new password for your Larkmoor University account',
    [
      'You asked to reset your password. Choose a new one here:',
      resetUrl,
      'The link works once and expires in one hour. Only the newest link works.',
      "If you didn't ask for this, you can ignore this email. Your password will stay the same.",
    ],
  ],
  [
    passwordChangedMail(parts),
    'Your Larkmoor University password was changed',
    [
      'The password for your account was just changed, and every other browser that was logged in has been logged out.',
      `If this wasn't you, choose a new password right away: ${forgotUrl}`,
    ],
  ],
  [
    failedLoginsMail(parts),
    'Many failed attempts to log in to your Larkmoor University account',
    [
      'Someone tried many times to log in to your account with a wrong password. None of those tries worked, and nothing in your application has changed. Whoever keeps trying has to wait longer and longer.',
      `If you've forgotten your password, or if you use the same password anywhere else, choose a new one here: ${forgotUrl}`,
      "Otherwise, there's nothing you need to do.",
    ],
  ],
  [
    changeCodeMail({ ...parts, code: '123456' }),
    'Your Larkmoor University confirmation code',
    [
      'Your confirmation code is: 123456',
      'Enter it on the page where you asked to change your email address. It expires in 10 minutes, and only the newest code works.',
      "If you didn't ask for this, you can ignore this email. Please don't share this code with anyone.",
    ],
  ],
  [
    changeRequestedMail({ ...parts, newEmail, undoUrl }),
    'Someone asked to change the email address of your Larkmoor University account',
    [
      'Someone, most likely you, asked to change the email address of your account to ada.new@mail.example. It will be changed as soon as they enter the code that we sent there.',
      "If it was you, there's nothing you need to do here.",
      `If it wasn't you, keep your address here: ${undoUrl}`,
      'Every browser will be logged out, and you can choose a new password. The link works once and expires in 3 days.',
    ],
  ],
  [
    emailChangedMail({ ...parts, newEmail, undoUrl }),
    'The email address of your Larkmoor University account was changed',
    [
      "The email address of your account was just changed to ada.new@mail.example. Use the new address to log in. We'll send our emails there from now on.",
      `If this wasn't you, take your account back here: ${undoUrl}`,
      'Every browser will be logged out, and you can choose a new password. The link works once and expires in 3 days.',
    ],
  ],
])('the $kind mail says what happened, what to do and what happens if nothing is done', (mail, subject, body) => {
  expect(mail).toMatchObject({ recipient: 'ada@mail.example', subject });
  expect(bodyOf(mail)).toEqual(body);
});
