import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo, CHOICES, drawOffice } from '../app/draw-office.testing.tsx';

const ADA = '0190a1b2-0000-7000-8000-00000000ada0';
const OMAR = '0190a1b2-0000-7000-8000-000000000001';
const event = (id: number, rest: Partial<desk.TrailEvent>): desk.TrailEvent => ({
  ...{ id, at: '2026-11-01T10:00:00Z', kind: 'application_read', by: 'Grace Director', text: 'Read an application' },
  ...{ application_id: null, confirmation_number: null, applications: [], columns: [] },
  ...rest,
});
const open = (search: string, events: readonly desk.TrailEvent[] = [], next: string | null = null) =>
  drawOffice(
    `/audit${search}`,
    answerTo(desk.auditTrail, () => ({ events: [...events], next })),
    answerTo(desk.officeChoices, () => ({
      ...CHOICES,
      colleagues: [
        { id: 'grace', name: 'Grace', label: 'Grace Director', may_be_assigned: true },
        { id: OMAR, name: 'Omar', label: 'Omar Reader', may_be_assigned: true },
      ],
    })),
  );
const textsOf = (query: string) => [...document.querySelectorAll(query)].map(({ textContent }) => textContent);

test('an event names its application, by the beginning of its id before it has a number, and folds what it took', async () => {
  await open('', [
    event(4, { application_id: ADA, confirmation_number: 'FY27-AAAA-1001' }),
    event(3, { application_id: ADA, text: 'Looked at' }),
    event(2, { text: 'Took 2 applications', applications: ['FY27-AAAA-1001', 'FY27-AAAA-1002'], columns: ['A', 'B'] }),
    event(1, { text: 'Signed in' }),
  ]);
  await expect
    .poll(() => textsOf('td:nth-child(3)'))
    .toEqual([
      'Read an application',
      'Looked at',
      'Took 2 applicationsWhich applicationsFY27-AAAA-1001 FY27-AAAA-1002 2 columnsA, B',
      'Signed in',
    ]);
  expect(page.getByText(/^No events/).query()).toBeNull();
  expect(textsOf('td:nth-child(4)')).toEqual(['FY27-AAAA-1001', '0190a1b2', '', '']);
});

test('the events of one application are reached from one of them, and left again with the filters that were set', async () => {
  const made = await open('?kind=submitted', [event(1, { application_id: ADA })]);
  const asked = () => made.map(({ to }) => to).findLast((to) => to.startsWith(`GET ${desk.auditTrail.path}`));
  await expect.element(page.getByLabelText('What', { exact: true })).toHaveValue('submitted');
  const all = page.getByRole('button', { name: 'Show all applications' });
  expect(all.query()).toBeNull();
  await page.getByRole('link', { name: '0190a1b2' }).click();
  await expect.poll(asked).toMatch(new RegExp(`[?]application=${ADA}$`));
  await page.getByLabelText('What', { exact: true }).selectOptions('What left the office');
  await all.click();
  await expect.poll(asked).toMatch(/[?]kind=left_office$/);
  await expect.poll(() => all.query()).toBeNull();
});

test('the trail is filtered by colleague, kind, applicant and days, and taken as a file with the same filters from its newest event', async () => {
  await open('?from=2026-11-01&before=77', [event(1, {})], '55');
  await page.getByLabelText('Colleague').selectOptions('Omar Reader');
  await page.getByLabelText('What', { exact: true }).selectOptions('Colleague removed');
  for (const [label, value] of [
    ['Applicant: number, name or email', ' ada '],
    ['Until', '2026-11-05'],
  ] as const) {
    await page.getByLabelText(label).fill(value);
    await userEvent.keyboard('{Enter}');
  }
  const file = page.getByRole('link', { name: 'Take these events as a file' });
  const filters = `person=${OMAR}&q=ada&kind=staff_removed&from=2026-11-01&to=2026-11-05`;
  await expect.element(file).toHaveAttribute('href', `${desk.officePaths.trailFile}?${filters}`);
});

test('older events are a page further, with the same filters, and the newest a step away', async () => {
  const made = await open('?kind=left_office', [event(9, {})], '55');
  const asked = () => made.map(({ to }) => to).findLast((to) => to.startsWith(`GET ${desk.auditTrail.path}`));
  const newest = page.getByRole('link', { name: 'Newest' });
  await expect.element(page.getByRole('link', { name: 'Older' })).toBeVisible();
  expect(newest.query()).toBeNull();
  await page.getByRole('link', { name: 'Older' }).click();
  await expect.poll(asked).toMatch(/[?]kind=left_office&before=55$/);
  await newest.click();
  await expect.poll(() => newest.query()).toBeNull();
});

test.each([
  ['', 'No events.'],
  ['?from=2026-11-01&to=2026-11-01', 'No events.'],
  ['?from=2026-11-02&to=2026-11-01', 'No events: the day in “From” is after the day in “Until”.'],
  ['?from=2026-11-02', 'No events.'],
  ['?to=2026-11-02', 'No events.'],
])('a trail that has nothing of %o says so, and offers no file', async (search, text) => {
  await open(search);
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  expect(page.getByRole('link', { name: /as a file|Older|Newest/ }).query()).toBeNull();
});
