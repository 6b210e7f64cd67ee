import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { answerTo, drawOffice } from '../app/draw-office.testing.tsx';

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
  expect(id.query()).toBeNull();
  await cleanup();
  forms.push({ form: 'transfer', releases: [] });
  await drawOffice('/form', history);
  await expect.element(id).toBeVisible();
});

test('a page that could not be loaded says so, and is loaded by another try', async () => {
  let isAway = true;
  await drawOffice(
    '/form',
    ({ to }) =>
      isAway && to.endsWith(desk.formHistory.path)
        ? Response.json({ message: 'The form is being changed.' }, { status: 400 })
        : undefined,
    answerTo(desk.formHistory, () => ({ forms: [] })),
  );
  await expect.element(page.getByRole('alert').getByText('The form is being changed.')).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
