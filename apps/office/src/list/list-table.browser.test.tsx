import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPLICATION, answerTo, CHOICES, drawOffice, ME } from '../app/draw-office.testing.tsx';

const row: desk.ListRow = {
  ...{ id: '1', status: 'submitted', confirmation_number: 'FY27-AAAA-BBBB', labels: ['international scholarship'] },
  ...{ given_name: 'Isabella', family_name: 'Longnamedson-Hyphenbury-Testerfield', documents: 'waiting' },
  ...{ email: 'isabella.longnamedson.testerfield@mail.example', school: 'Invented Falls High School of Testville' },
  ...{ started_at: '2026-11-01T10:00:00Z', submitted_at: '2026-11-02T10:00:00Z', residence: 'out_of_state' },
};
const list = answerTo(desk.applications, () => ({
  ...{ rows: [row], total: { count: 1, is_more: false }, previous: null, next: null },
}));

test('who may act on no application among many has nothing to tick', async () => {
  await drawOffice(
    '/applications',
    list,
    answerTo(desk.me, () => ({ ...ME, acts_on_many: [] })),
  );
  await expect.element(page.getByRole('link', { name: /Isabella/ })).toBeVisible();
  expect(page.getByRole('table').getByRole('checkbox').elements()).toEqual([]);
});

test('a label is broken between its words only, however many columns are beside it', async () => {
  await page.viewport(1280, 900);
  await drawOffice(
    '/applications?columns=number,email,school,term,major,state,residence,language,moment,documents,assigned,labels',
    list,
  );
  const label = page.getByText('international scholarship');
  await expect.element(label).toBeVisible();
  const words = document.createRange();
  words.selectNodeContents(label.element());
  expect(words.getClientRects().length).toBeLessThanOrEqual(2);
});

test('at every width, the usual columns that are shown fit beside each other', async () => {
  const stages = [{ value: 'committee', label: 'Committee' }];
  const full: desk.ListRow = {
    ...{ ...row, term: 'spring_2028', major: 'agriculture', stage: 'committee', assigned_to: 'ada', is_new: true },
    ...{ submitted_at: '2026-11-30T22:10:00Z', checklist: 'to_check', to_check_since: '2026-11-30T22:10:00Z' },
  };
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({
      ...{ rows: [full], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.officeChoices, () => ({
      ...{ ...CHOICES, stages, terms: [{ value: 'spring_2028', label: 'Spring 2028' }] },
      majors: [{ value: 'agriculture', label: 'Agriculture and Natural Resources' }],
    })),
  );
  await expect.element(page.getByText('To check, since Nov 30, 2026')).toBeVisible();
  const tooWide: string[] = [];
  for (let width = 676; width <= 1440; width += 12) {
    await page.viewport(width, 900);
    if (document.documentElement.scrollWidth > width) tooWide.push(`${width}: ${document.documentElement.scrollWidth}`);
  }
  expect(tooWide.join(', ')).toBe('');
});

test.each([
  ['view=to-check', [], 'the longest waiting first', 'all'],
  ['view=to-check&sort=name', ['Name'], 'sorted by Name, ascending', 'all'],
  ['view=all', ['Submitted'], 'sorted by Submitted, descending', 'all'],
  ['view=all', ['Name'], 'sorted by Name, ascending', 'names'],
] as const)('the list of %s says what it is sorted by', async (address, columns, words, sees) => {
  const none = { total: { count: 1, is_more: false }, previous: null, next: null };
  await drawOffice(
    `/applications?${address}`,
    answerTo(desk.me, () => ({ ...ME, sees })),
    answerTo(desk.applications, () => ({ ...none, rows: [APPLICATION.row] })),
  );
  await expect.element(page.getByRole('table')).toHaveAccessibleName(`Applications, ${words}`);
  const sorted = [...document.querySelectorAll('th[aria-sort]')].map((header) =>
    header.textContent?.replace(/\W/g, ''),
  );
  expect(sorted).toEqual(columns);
});

test('j and k walk through the list and stay at its ends; from elsewhere, j begins at the top and k at the bottom', async () => {
  const rows = ['Ada', 'Bo'].map((given_name) => ({ ...APPLICATION.row, id: given_name, given_name }));
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({ rows, total: { count: 2, is_more: false }, previous: null, next: null })),
  );
  const [first, last] = [
    page.getByRole('link', { name: 'Testperson, Ada' }),
    page.getByRole('link', { name: 'Testperson, Bo' }),
  ];
  await expect.element(last).toBeVisible();
  const focused = async (keys: string) => {
    await userEvent.keyboard(keys);
    return document.activeElement;
  };
  const places = [await focused('k'), await focused('j'), await focused('kk')];
  expect(places).toEqual([last, last, first].map((link) => link.element()));
  first.element().blur();
  expect(await focused('j')).toBe(first.element());
});

test('a list longer than is counted says so, and offers no exact number to select', async () => {
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 10_000, is_more: true }, previous: null, next: null },
    })),
  );
  await expect.element(page.getByText('More than 10,000 applications')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  expect(page.getByRole('button', { name: /^Select all/ }).query()).toBeNull();
});
