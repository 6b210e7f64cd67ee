import * as desk from '@firstyear/api-contract/desk';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { APPLICATION, answerTo, CHOICES, drawOffice } from '../app/draw-office.testing.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const MAIL: desk.ShownLetter = {
  ...{ recipient: 'ada@mail.example', language: 'en', subject: 'Newest grades', text: 'Dear Ada,', english: null },
};
const dialog = () => page.getByRole('dialog');
const see = () => dialog().getByRole('button', { name: 'See what will happen' });

/** Opens the list of one applicant of a university with these items, and selects the row. Returns what started an act. */
async function select(...items: { readonly value: string; readonly label: string }[]) {
  const made = await drawOffice(
    '/applications',
    answerTo(desk.officeChoices, () => ({ ...CHOICES, items })),
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.previewMany, () => ({ count: 1, left_out: [], mails: [{ ...MAIL, count: 1 }], previewed: 'x' })),
    answerTo(desk.startMany, () => ({ id: '1' })),
    answerTo(desk.manyProgress, () => ({ state: 'done' as const, done: 1, total: 1, left_out: [] })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  return () => made.find(({ to }) => to === `POST ${desk.startMany.path}`)?.payload;
}

test('the office asks many for something with a name and a day to come, after it saw the email to them', async () => {
  const started = await select();
  await page.getByRole('button', { name: 'Ask for something…' }).click();
  await dialog().getByLabelText('By', { exact: true }).fill('2020-01-01');
  await see().click();
  await expect.element(dialog().getByLabelText('What it is')).toHaveAccessibleDescription(/Please say what it is/);
  await expect.element(dialog().getByText('Please choose today or a later day.')).toBeVisible();
  await dialog().getByLabelText('What it is').fill('Newest grades');
  await dialog().getByLabelText('By', { exact: true }).fill('2999-01-01');
  await see().click();
  await expect.element(dialog().getByText('This will ask 1 applicant for “Newest grades”.')).toBeVisible();
  await expect.element(dialog().getByText('Dear Ada,')).toBeVisible();
  await dialog().getByRole('button', { name: 'Ask them' }).click();
  const act = { kind: 'ask', request: 'paper', title: 'Newest grades', text: '', due_on: '2999-01-01' };
  await expect.poll(started).toMatchObject({ act, previewed: 'x' });
});

test('an item is chosen by its title, and is not needed for a reason', async () => {
  const started = await select({ value: 'letter', label: 'A letter' });
  await page.getByRole('button', { name: 'Item not needed…' }).click();
  await see().click();
  await expect.element(dialog().getByLabelText('Item')).toHaveAccessibleDescription(/fill this in/);
  await dialog().getByLabelText('Item').selectOptions('A letter');
  await dialog().getByLabelText('Reason').fill('The school is closed.');
  await see().click();
  await expect.element(dialog().getByText('This will mark “A letter” as not needed for 1 application.')).toBeVisible();
  await dialog().getByRole('button', { name: 'Not needed' }).click();
  const act = { kind: 'waive_item', rule: 'letter', reason: 'The school is closed.' };
  await expect.poll(started).toMatchObject({ act });
});

test('without a list of items the office decides none for many, but may ask them for something', async () => {
  await select();
  await expect.element(page.getByRole('button', { name: 'Ask for something…' })).toBeVisible();
  for (const name of ['Accept an item…', 'Item not needed…'])
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
});

test('what is left out is not counted as changed, and a label is named as it is written already', async () => {
  const left_out = [{ id: 'bea', name: 'Bea Draft', why: 'has it already' }];
  await drawOffice(
    '/applications',
    answerTo(desk.officeChoices, () => ({ ...CHOICES, labels: ['First-gen'] })),
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.previewMany, () => ({ count: 1, left_out, mails: [], previewed: 'x' })),
    answerTo(desk.startMany, () => ({ id: '1' })),
    answerTo(desk.manyProgress, () => ({ state: 'done' as const, done: 2, total: 2, left_out })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await page.getByRole('button', { name: 'Label…', exact: true }).click();
  await dialog().getByLabelText('Label').fill('FIRST-GEN');
  await see().click();
  await expect.element(dialog().getByText('This will label 1 application “First-gen”.')).toBeVisible();
  await dialog().getByRole('button', { name: 'Add the label' }).click();
  await expect.element(dialog().getByText('Done: 1 application was changed.')).toBeVisible();
});

test.each([
  ['q=zzzz', 0],
  ['q=zzzz&view=to-read', 1],
  ['q=zzzz&school=Nowhere', 1],
])('where %s finds nothing, a wider search is offered only if there is one', async (address, count) => {
  const none = { rows: [], total: { count: 0, is_more: false }, previous: null, next: null };
  await drawOffice(
    `/applications?${address}`,
    answerTo(desk.applications, () => none),
  );
  await expect.element(page.getByRole('heading', { name: 'Nothing found.' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Search all applications' }).elements()).toHaveLength(count);
});

test('on a phone, the link to the page that is open is in sight', async () => {
  await page.viewport(360, 800);
  await drawOffice(
    '/audit',
    answerTo(desk.auditTrail, () => ({ events: [], next: null })),
  );
  await expect.element(page.getByRole('link', { name: 'Audit trail' })).toBeInViewport();
  await page.viewport(1280, 900);
});
