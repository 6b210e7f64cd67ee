import { partner } from '@firstyear/partners/larkmoor';
import { describe, expect, test } from 'vitest';
import {
  codeMail,
  failedLoginsMail,
  knownAddressMail,
  passwordChangedMail,
  resetLinkMail,
  setPasswordMail,
} from './mails.ts';

const parts = { partner, recipient: 'ada@mail.example' };
const resetUrl = 'https://apply.larkmoor.example/reset?username=ada&id=1';
const loginUrl = 'https://apply.larkmoor.example/login';
const forgotUrl = 'https://apply.larkmoor.example/forgot';

describe.each([
  codeMail({ ...parts, code: '123456' }),
  knownAddressMail({ ...parts, loginUrl, forgotUrl }),
  setPasswordMail({ ...parts, resetUrl }),
  resetLinkMail({ ...parts, resetUrl }),
  passwordChangedMail({ ...parts, forgotUrl }),
  failedLoginsMail({ ...parts, forgotUrl }),
])('the $kind mail', ({ subject, text }) => {
  test('has a subject that says what it is and names the university', () => {
    expect(subject).toContain(partner.name);
  });

  test('greets on a line of its own, and each paragraph after it begins like a sentence', () => {
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

test('the code ends a line, where it is easy to find and to copy', () => {
  expect(codeMail({ ...parts, code: '123456' }).text.split('\n')).toContain('Your confirmation code is: 123456');
});
