import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo, drawOffice } from '../app/draw-office.testing.tsx';

const LABELS = [
  { label: 'grant', count: 1200 },
  { label: 'visit', count: 1 },
];
const open = (labels: typeof LABELS) =>
  drawOffice(
    '/labels',
    answerTo(desk.labelUses, () => ({ labels })),
    answerTo(desk.renameLabel, () => ({ label: 'Grant' })),
  );
const none = page.getByText('There are no labels yet.');

test('each label leads to its applications, which are counted', async () => {
  await open(LABELS);
  await expect
    .element(page.getByRole('link', { name: 'visit' }))
    .toHaveAttribute('href', '/office/applications?view=all&label=visit');
  const counts = [...document.querySelectorAll('td[data-label]')].map(({ textContent }) => textContent);
  expect(counts).toEqual(['1,200', '1']);
  expect(none.query()).toBeNull();
});

test('an office without labels says so, and one whose labels cannot be read does not', async () => {
  let isAway = true;
  await drawOffice('/labels', ({ to }) => {
    if (to !== `GET ${desk.labelUses.path}`) return undefined;
    return isAway ? Response.json({ message: 'Not today.' }, { status: 400 }) : { labels: [] };
  });
  await expect.element(page.getByText('Not today.')).toBeVisible();
  expect(none.query()).toBeNull();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(none).toBeVisible();
  expect(page.getByRole('table').query()).toBeNull();
});

test('a label gets another name, which may differ in capitals only, and neither none nor the same', async () => {
  const made = await open(LABELS);
  const sent = () => made.flatMap(({ to, payload }) => (to === `POST ${desk.renameLabel.path}` ? [payload] : []));
  await page.getByRole('button', { name: 'Rename “grant”' }).click();
  const dialog = page.getByRole('dialog');
  const rename = dialog.getByRole('button', { name: 'Rename' });
  expect(dialog.getByText('Please type another name.').query()).toBeNull();
  for (const name of [' ', ' grant ']) {
    await dialog.getByLabelText('New name').fill(name);
    await rename.click();
    await expect.element(dialog.getByText('Please type another name.')).toBeVisible();
  }
  expect(sent()).toEqual([]);
  await dialog.getByLabelText('New name').fill(' VISIT ');
  await expect.element(page.getByRole('alertdialog').getByText(/^“visit” exists already/)).toBeVisible();
  await page.getByLabelText('New name').fill(' Grant ');
  await expect.element(dialog.getByText(/^It is renamed in 1,200 applications/)).toBeVisible();
  expect(dialog.getByText('Please type another name.').query()).toBeNull();
  await rename.click();
  await expect.poll(sent).toEqual([{ label: 'grant', to: 'Grant', count: 1200 }]);
  await expect.poll(() => dialog.query()).toBeNull();
});
