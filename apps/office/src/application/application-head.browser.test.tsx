import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answer, APPLICATION, answerTo, drawOffice } from '../app/draw-office.testing.tsx';

const heading = page.getByRole('heading', { name: 'Testperson, Ada' });
const application = (row: Partial<desk.ListRow> = {}) =>
  answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, ...row } }));
const link = (name: string) => page.getByRole('link', { name, exact: true });

const each: Answer = ({ to }) => {
  const id = /applications\/(\w+)$/.exec(to)?.[1];
  return id === undefined ? undefined : { ...APPLICATION, row: { ...APPLICATION.row, id } };
};
/** The list begins with a, ada and z. */
const neighbors: Answer = ({ to }) =>
  to.includes('/ada/neighbors')
    ? { ...{ previous: 'a', next: 'z', position: 2, place: 'two' }, total: { count: 3, is_more: false } }
    : to.includes('/z/neighbors')
      ? { ...{ previous: 'ada', next: null, position: 3, place: 'three' }, total: { count: 100_000, is_more: true } }
      : undefined;

test('an application leads to the ones before and after it in its list, by links and by keys', async () => {
  const made = await drawOffice('/applications/ada?q=Testperson', neighbors, each);
  const asked = () => made.flatMap(({ to }) => (to.includes('/neighbors') ? [to.replace(/.*applications\//, '')] : []));
  await expect.element(page.getByText('2 of 3')).toBeVisible();
  await expect.poll(asked).toEqual(['ada/neighbors?q=Testperson', 'ada/neighbors?q=Testperson&place=two']);
  await expect.element(link('Previous application')).toHaveAttribute('href', '/office/applications/a?q=Testperson');
  await userEvent.keyboard('j');
  await expect.element(page.getByText('3 of 100,000+')).toBeVisible();
  await expect.poll(asked).toContain('z/neighbors?q=Testperson&place=three');
  expect(link('Next application').query()).toBeNull();
  await userEvent.keyboard('k');
  await expect.element(page.getByText('2 of 3')).toBeVisible();
  await userEvent.keyboard('u');
  await expect.element(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
});

test('the place that an application had when it was opened stays, whatever the list is by now', async () => {
  const made = await drawOffice('/applications/ada?place=one', neighbors, application());
  await expect.element(page.getByText('2 of 3')).toBeVisible();
  await expect.element(heading).toHaveFocus();
  expect(made.flatMap(({ to }) => (to.includes('/neighbors') ? [to] : []))).toEqual([
    'GET /office/api/applications/ada/neighbors?place=one',
  ]);
});

test('an application that is not counted in its list says no place, and n begins a note', async () => {
  await drawOffice('/applications/ada', application());
  await expect.element(heading).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(page.getByLabelText('New note')).toHaveFocus();
  expect(page.getByText(/\d of \d/).query()).toBeNull();
  expect(link('Previous application').query()).toBeNull();
  expect(page.getByText(/ha(s|ve) this open, too/).query()).toBeNull();
});

test.each<[string, { readonly version?: number }, number]>([
  ['is as it was', { version: 0 }, 1],
  ['says nothing of its state', {}, 1],
  ['has changed', { version: 1 }, 2],
])(
  'colleagues who have it open are named; it is read again only if it has changed: it %s',
  async (_, report, reads) => {
    const made = await drawOffice(
      '/applications/ada',
      application(),
      answerTo(desk.markPresent, () => ({ others: ['Omar Reader', 'Ada Clerk'], ...report })),
    );
    await expect.element(page.getByText('Omar Reader and Ada Clerk have this open, too.')).toBeVisible();
    const read = () => made.filter(({ to }) => to === 'GET /office/api/applications/ada').length;
    await expect.poll(read).toBe(reads);
    await expect.element(heading).toHaveFocus();
    expect(read()).toBe(reads);
  },
);

test.each<[string, boolean, boolean, number]>([
  ['new', true, true, 2],
  ['new, and not yet reported as open', true, false, 1],
  ['not new', false, true, 1],
])('the list and its views are read again after an application that was %s', async (_, is_new, isReported, reads) => {
  const row = { ...APPLICATION.row, is_new };
  const made = await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({
      ...{ rows: [row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    application(row),
    answerTo(desk.markPresent, () => (isReported ? { others: ['Omar Reader'] } : new Promise(() => undefined))),
  );
  await page.getByRole('link', { name: 'Testperson, Ada' }).click();
  await expect.element(heading).toBeVisible();
  if (isReported) await expect.element(page.getByText(/Omar Reader has this open/)).toBeVisible();
  await link('Back to the list').click();
  await expect.element(page.getByRole('link', { name: 'Testperson, Ada' })).toBeVisible();
  for (const { path } of [desk.applications, desk.views]) {
    await expect.poll(() => made.filter(({ to }) => to === `GET ${path}`).length).toBe(reads);
  }
});

test('a copy is downloaded once it is printed', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const states = ['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED'] as const;
  let asked = 0;
  await drawOffice(
    '/applications/ada',
    application(),
    answerTo(desk.officeCopy, () => ({ status: states[asked++] ?? ('FAILED' as const) })),
  );
  await expect.element(heading).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await page.getByRole('button', { name: 'PDF copy' }).click();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect
    .poll(() => click.mock.contexts.map(String))
    .toEqual([expect.stringContaining(desk.officePaths.copy('ada'))]);
  expect(asked).toBe(3);
});

const DRAFT = { status: 'draft', confirmation_number: null, submitted_at: null } as const;
test.each<[string, Partial<desk.ListRow>, string, string]>([
  ['a draft', { ...DRAFT, started_at: '2026-11-01T10:00:00Z' }, 'Draft, started November 1, 2026', 'Testperson, Ada'],
  [
    'a reopened one',
    { ...DRAFT, confirmation_number: 'FY27-2345-ACDE' },
    'FY27-2345-ACDE',
    'Testperson, Ada · FY27-2345-ACDE',
  ],
  [
    'a submission',
    {},
    'FY27-2345-ACDE · Submitted November 20, 2026 at 7:00 AM Eastern Time',
    'Testperson, Ada · FY27-2345-ACDE',
  ],
])('the head of %s says what is known of it, and so does each printed sheet', async (_, row, text, sheet) => {
  await drawOffice('/applications/ada', application(row));
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  expect(document.documentElement.style.getPropertyValue('--sheet-head')).toBe(JSON.stringify(sheet));
});
