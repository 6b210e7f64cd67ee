import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { answerTo, drawOffice } from '../app/draw-office.testing.tsx';

const none = page.getByText('No form has been released yet.');

test('of a form, the first release and the one that serves are named as such, and the form only where there are several', async () => {
  const release = { released_at: '2026-11-01T10:00:00Z', serves: false, changes: [] };
  const releases = [
    { ...release, number: 3, serves: true },
    { ...release, number: 2, changes: ['“Motto” was added.', '“Sport” is gone.'] },
    { ...release, number: 1 },
  ];
  const forms = [{ form: 'freshman', releases }];
  const history = answerTo(desk.formHistory, () => ({ forms }));
  await drawOffice('/form', history);
  const sections = () =>
    page
      .getByRole('region', { name: /^Release/ })
      .elements()
      .map(({ textContent }) => textContent?.replace(/^.* Time/, ''));
  const said = [
    'Applicants see this oneThe same questions, in other words or in another order.',
    '“Motto” was added.“Sport” is gone.',
    'The first one.',
  ];
  await expect.poll(sections).toEqual(said);
  const id = page.getByText('freshman', { exact: true });
  expect([id.query(), none.query()]).toEqual([null, null]);
  await cleanup();
  forms.unshift({ form: 'transfer', releases: [] });
  await drawOffice('/form', history);
  await expect.element(id).toBeVisible();
  expect(none.query()).toBeNull();
});

test('a page that could not be loaded says so, is loaded by another try, and may have nothing to show', async () => {
  let isAway = true;
  await drawOffice(
    '/form',
    ({ to }) =>
      isAway && to.endsWith(desk.formHistory.path)
        ? Response.json({ message: 'The form is being changed.' }, { status: 400 })
        : undefined,
    answerTo(desk.formHistory, () => ({ forms: [{ form: 'freshman', releases: [] }] })),
  );
  await expect.element(page.getByRole('alert').getByText('The form is being changed.')).toBeVisible();
  expect(none.query()).toBeNull();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(none).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});
