import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, APPLICATION, answerTo, CHOICES, drawOffice } from '../app/draw-office.testing.tsx';

const application = answerTo(desk.officeApplication, () => APPLICATION);
const choices = answerTo(desk.officeChoices, () => ({
  ...CHOICES,
  messages: [{ value: 'visit', label: 'Invitation to campus' }],
}));
const MAIL: desk.ShownLetter = {
  recipient: 'ada@mail.example',
  language: 'es',
  subject: 'Tu solicitud',
  text: 'Hola Ada:\n\nReabrimos tu solicitud.\n',
  english: { subject: 'Your application', text: 'Dear Ada,\n\nWe have reopened it.\n' },
};
const shown = answerTo(desk.previewLetter, () => MAIL);
const menu = async (name: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name }).click();
};
const dialog = () => page.getByRole('dialog');
const payloadTo = (made: Awaited<ReturnType<typeof drawOffice>>, path: string) =>
  made.findLast(({ to }) => to.startsWith('POST') && to.endsWith(path))?.payload;

test('reopening offers to tell the applicant, and shows the mail in their language with the English', async () => {
  const made = await drawOffice('/applications/ada', application, shown);
  await menu('Reopen…');
  const box = dialog().getByRole('checkbox', { name: 'Tell the applicant by email' });
  await expect.element(box).toBeChecked();
  await expect.element(dialog().getByText(/Reabrimos tu solicitud\./)).toBeVisible();
  await expect.element(dialog().getByText('To ada@mail.example, in Spanish')).toBeVisible();
  await dialog().getByText('In English').click();
  await expect.element(dialog().getByText(/We have reopened it\./)).toBeVisible();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('asked by phone');
  await dialog().getByRole('button', { name: 'Reopen' }).click();
  await expect.poll(() => payloadTo(made, '/reopen')).toEqual({ reason: 'asked by phone', tells: true });
});

test('without the tick no mail is shown, and none is sent', async () => {
  const made = await drawOffice('/applications/ada', application, shown);
  await menu('Withdraw…');
  await dialog().getByRole('checkbox', { name: 'Tell the applicant by email' }).click();
  await expect.element(dialog().getByText(/Reabrimos tu solicitud\./)).not.toBeInTheDocument();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('asked by phone');
  await dialog().getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => payloadTo(made, '/withdraw')).toEqual({ reason: 'asked by phone', tells: false });
});

test('a message is written, seen as it is sent, and sent', async () => {
  const made = await drawOffice('/applications/ada', application, choices, shown);
  await menu('Write to the applicant…');
  const see = () => dialog().getByRole('button', { name: 'See the email' });
  await expect.element(see()).toBeVisible();
  expect(dialog().getByText('Please fill this in.').elements()).toEqual([]);
  await see().click();
  const subject = dialog().getByRole('textbox', { name: 'Subject' });
  await expect.element(subject).toHaveAccessibleDescription(/fill this in/);
  await expect.element(subject).toHaveFocus();
  await dialog().getByRole('textbox', { name: 'Subject' }).fill('Your visit');
  await dialog().getByRole('textbox', { name: 'Text' }).fill('See you on Friday.');
  await see().click();
  await expect.element(dialog().getByText(/Reabrimos tu solicitud\./)).toBeVisible();
  expect(payloadTo(made, '/message')).toBeUndefined();
  await dialog().getByRole('button', { name: 'Change it' }).click();
  await dialog().getByRole('combobox', { name: 'Which message' }).selectOptions('Invitation to campus');
  await see().click();
  await dialog().getByRole('button', { name: 'Send it' }).click();
  await expect.poll(() => payloadTo(made, '/message')).toMatchObject({ message: { id: 'visit' } });
  await expect.element(page.getByText('The email is on its way.')).toBeVisible();
});

test('a message whose response was lost is sent again as the same one, and as another once it says something else', async () => {
  let calls = 0;
  const lost: Answer = ({ to }) => {
    if (!to.endsWith('/message') || ++calls > 2) return undefined;
    throw new TypeError('Failed to fetch');
  };
  const made = await drawOffice('/applications/ada', lost, application, choices, shown);
  await menu('Write to the applicant…');
  const subject = () => dialog().getByRole('textbox', { name: 'Subject' });
  const see = () => dialog().getByRole('button', { name: 'See the email' });
  await subject().fill('Your visit');
  await dialog().getByRole('textbox', { name: 'Text' }).fill('See you on Friday.');
  await see().click();
  const send = async (count: number) => {
    await dialog().getByRole('button', { name: 'Send it' }).click();
    await expect.poll(() => calls).toBe(count);
    await expect.element(dialog().getByRole('button', { name: 'Send it' })).toBeEnabled();
  };
  await send(1);
  await send(2);
  const attempts = () =>
    made.filter(({ to }) => to.endsWith('/message')).map(({ payload }) => Object(payload).attempt as unknown);
  expect(attempts()[0]).toMatch(/^[\da-f-]{36}$/);
  expect(attempts()[1]).toBe(attempts()[0]);
  await dialog().getByRole('button', { name: 'Change it' }).click();
  await subject().fill('Your visit on Friday');
  await see().click();
  await dialog().getByRole('button', { name: 'Send it' }).click();
  await expect.poll(() => attempts()).toHaveLength(3);
  expect(attempts()[2]).not.toBe(attempts()[0]);
});

test('a message to many shows the mail of each language with its number', async () => {
  const list = answerTo(desk.applications, () => ({
    ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
  }));
  const preview = answerTo(desk.previewMany, () => ({
    ...{ count: 3, left_out: [], previewed: 'x' },
    mails: [
      { ...MAIL, language: 'en' as const, english: null, count: 2 },
      { ...MAIL, recipient: 'luz@mail.example', text: 'Hola Luz', count: 1 },
    ],
  }));
  await drawOffice('/applications', choices, list, preview);
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await page.getByRole('button', { name: 'Write…' }).click();
  await dialog().getByRole('combobox', { name: 'Which message' }).selectOptions('Invitation to campus');
  await dialog().getByRole('button', { name: 'See what will happen' }).click();
  await expect.element(dialog().getByText('This will write to 3 applicants: Invitation to campus.')).toBeVisible();
  await expect.element(dialog().getByText('2 people get it in English:')).toBeVisible();
  await expect.element(dialog().getByText('1 person gets it in Spanish:')).toBeVisible();
  await expect.element(dialog().getByText(/Hola Luz/)).toBeVisible();
});
