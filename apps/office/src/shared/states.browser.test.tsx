import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answer, APPLICATION, answerTo, CHOICES, drawOffice } from '../app/draw-office.testing.tsx';

const LABELS = { labels: [{ label: 'grant', count: 30 }] };
const failing = (path: string, status: number): Answer => {
  return ({ to }) => (to.includes(path) ? Response.json({ message: `This is ${status}.` }, { status }) : undefined);
};

test.each([
  [403, 'Your role is not allowed to see this page.', 0],
  [404, 'This is 404.', 0],
  [422, 'This is 422.', 1],
])(
  'a page that is refused with %i says why, and is tried again only where that may help',
  async (status, text, tries) => {
    await drawOffice('/labels', failing(desk.labelUses.path, status));
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(tries);
    expect(page.getByText('Loading').query()).toBeNull();
  },
);

test('a page without a response says that the server is away, and is there after another try', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isAway = true;
  await drawOffice(
    '/labels',
    answerTo(desk.labelUses, () => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : LABELS)),
  );
  await expect.element(page.getByText(/^We can't reach the server/)).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'grant' })).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

const rows = ['Ada', 'Bea'].map((given_name) => ({ ...APPLICATION.row, id: given_name, given_name }));
const list = answerTo(desk.applications, () => ({
  ...{ rows, total: { count: 2, is_more: false }, previous: null, next: null },
}));
const open = (row: desk.ListRow = APPLICATION.row) => answerTo(desk.officeApplication, () => ({ ...APPLICATION, row }));

test('back from an application, its row has the focus', async () => {
  await drawOffice('/applications', list, open(rows[1]));
  const row = page.getByRole('link', { name: 'Testperson, Bea' });
  await row.click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect.element(row).toHaveFocus();
});

test('a search from an application goes on in the search box', async () => {
  await drawOffice('/applications', list, open(rows[1]));
  const row = page.getByRole('link', { name: 'Testperson, Bea' });
  await row.click();
  await expect.element(page.getByRole('heading', { name: 'Testperson, Bea' })).toBeVisible();
  await page.getByRole('searchbox').fill('bea');
  await userEvent.keyboard('{Enter}');
  await expect.element(row).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});

test('what was typed at an application is gone after leaving it otherwise than by the end of the session', async () => {
  await drawOffice('/applications', list, open());
  const label = page.getByLabelText('Add a label');
  await page.getByRole('link', { name: 'Testperson, Ada' }).click();
  await label.fill('first-gen');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: 'Testperson, Ada' }).click();
  await expect.element(label).toHaveValue('');
});

test.each<[string, () => typeof CHOICES | Promise<typeof CHOICES>]>([
  ['are none', () => CHOICES],
  ['have not come yet', () => new Promise(() => {})],
])('where texts of the office %s, applicants are written to in own words', async (_, choices) => {
  await drawOffice('/applications/ada', open(), answerTo(desk.officeChoices, choices));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Write to the applicant…' }).click();
  await expect.element(page.getByLabelText('Subject')).toBeVisible();
  expect(page.getByLabelText('Which message').query()).toBeNull();
});
