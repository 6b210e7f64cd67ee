import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPLICATION, answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';
import { item } from './open-checklist.testing.tsx';

const heading = page.getByRole('heading', { name: 'Testperson, Ada' });
const application = (row: Partial<desk.ListRow>, rest: Partial<desk.OfficeApplication> = {}) =>
  answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, ...row }, ...rest }));
const can = (...rights: desk.Right[]) => ({ rights });

const DRAFT = { status: 'draft' } as const;
const EXTENDED = { ...DRAFT, extended_until: '2026-12-01T12:00:00Z' };
const PACKET = 'Packet of Testperson, Ada, with documents…';
test.each<[string, Partial<desk.ListRow>, Partial<typeof ME>, readonly string[]]>([
  ['a draft', DRAFT, {}, ['Write to the applicant…', 'Send a sign-in email again', 'Extend the deadline…']],
  [
    'an extended draft, to extend',
    EXTENDED,
    can('extend_deadline'),
    ['Extend the deadline…', 'Take the extension back…'],
  ],
  [
    'an extended draft, to mail',
    EXTENDED,
    can('mail_again'),
    ['Write to the applicant…', 'Send a sign-in email again'],
  ],
  ['a submission, to mail', {}, can('mail_again'), ['Write to the applicant…', 'Send the receipt again']],
  ['a submission, to export', {}, can('export'), [PACKET]],
  ['a submission, to reopen', {}, can('reopen'), ['Reopen…', 'Withdraw…']],
  ['a withdrawn one', { status: 'withdrawn' }, {}, ['Write to the applicant…', 'Take the withdrawal back…']],
  ['a submission, for a reader', {}, can('read', 'note'), []],
  ['a submission, while nothing can be changed', {}, { is_read_only: true }, []],
])('the acts that are offered on %s', async (_, row, me, names) => {
  await drawOffice(
    '/applications/ada',
    application(row),
    answerTo(desk.me, () => ({ ...ME, ...me })),
  );
  await expect.element(heading).toBeVisible();
  const more = page.getByRole('button', { name: 'More', exact: true });
  expect(more.elements()).toHaveLength(Math.min(1, names.length));
  if (names.length > 0) await more.click();
  const offered = page.getByRole('listitem').getByRole('button').elements();
  expect(offered.map(({ textContent }) => textContent)).toEqual(names);
});

const EARLIER: desk.OfficeApplication['earlier_submissions'][number] = {
  ...{ answers: {}, tabs: {}, add_another: {}, documents: {} },
  ...{ submitted_at: '2026-11-02T10:00:00Z', reopened_at: '2026-11-05T10:00:00Z' },
};
test.each<[string, desk.ListRow['status'], (typeof EARLIER)[], RegExp, number]>([
  ['draft', 'draft', [], /hasn't been sent yet/, 0],
  ['reopened application', 'draft', [EARLIER], /is open for changes/, 0],
  ['withdrawn application', 'withdrawn', [], /Withdrawn\. Submitted November 20, 2026/, 1],
])('a %s says how it stands, and has a copy only once it was sent', async (_, status, earlier, text, copies) => {
  await drawOffice('/applications/ada', application({ status }, { earlier_submissions: earlier }));
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByRole('button', { name: 'PDF copy' }).elements()).toHaveLength(copies);
  expect(page.getByRole('heading', { name: 'Earlier submissions' }).elements()).toHaveLength(earlier.length);
});

test('a copy that could not be made is not downloaded, and its reader is told', async () => {
  await drawOffice(
    '/applications/ada',
    application({}),
    answerTo(desk.officeCopy, () => ({ status: 'FAILED' as const })),
  );
  await page.getByRole('button', { name: 'PDF copy' }).click();
  await expect.element(page.getByText(/couldn't be made/)).toBeVisible();
});

test('an application that was withdrawn while it is open is read again', async () => {
  let status: 'submitted' | 'withdrawn' = 'submitted';
  await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, status } })),
    answerTo(desk.markPresent, () => {
      status = 'withdrawn';
      return { others: [], status };
    }),
  );
  await expect.element(page.getByText(/Withdrawn\. Submitted/)).toBeVisible();
});

test('nothing stays on the screen of an application that is gone or no longer to be seen', async () => {
  let isGone = false;
  await drawOffice(
    '/applications/ada',
    ({ to }) => {
      const isReport = to.endsWith('/present');
      if (!isGone && !isReport) return undefined;
      isGone = true;
      return to.includes('/applications/ada') ? Response.json({ message: 'It is gone.' }, { status: 404 }) : undefined;
    },
    application({}),
  );
  await expect.element(page.getByRole('heading', { level: 1, name: /couldn/ })).toBeVisible();
  expect(heading.query()).toBeNull();
  expect(page.getByText('Loading').query()).toBeNull();
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
});

test('a page that is still loading says so; one that could not be read again stays, below the reason', async () => {
  const loaded = Promise.withResolvers<void>();
  let isAway = false;
  await drawOffice(
    '/applications/ada',
    async ({ to }) => {
      await loaded.promise;
      return isAway && to.endsWith('/ada') ? Response.json({ message: 'Not now.' }, { status: 400 }) : undefined;
    },
    application({}),
    answerTo(desk.markLookedAt, () => ({})),
  );
  await expect.element(page.getByText('Loading')).toBeVisible();
  loaded.resolve();
  await expect.element(heading).toBeVisible();
  expect(page.getByText('Loading').query()).toBeNull();
  isAway = true;
  await page.getByRole('button', { name: 'Mark as looked at' }).click();
  await expect.element(page.getByRole('heading', { level: 2, name: /couldn/ })).toBeVisible();
  await expect.element(heading).toBeVisible();
});

const DOCUMENT: desk.OfficeApplication['documents'][number] = {
  ...{ key: 'transcript', label: 'Transcript', file_name: 'record.pdf', file_size: 1000, state: 'waiting' },
  ...{ page_count: null, href: null, thumbnails: [] },
};
test.each<[string, Partial<desk.OfficeApplication>, readonly string[]]>([
  ['that says nothing', {}, ['Summary', 'Notes 0', 'History 0']],
  [
    'with everything',
    { documents: [{ ...DOCUMENT, key: 'other' }, DOCUMENT], earlier_submissions: [EARLIER] },
    ['Summary', 'Checklist 1', 'Documents 2', 'Notes 0', 'Earlier submissions 1', 'History 0'],
  ],
])('the sections of an application %s are those that it has, with their numbers', async (_, rest, names) => {
  const isFull = names.length > 3;
  const items = isFull ? [item()] : [];
  await drawOffice(
    '/applications/ada',
    application({}, rest),
    answerTo(desk.officeChecklist, () => ({ items, canned: [] })),
  );
  const nav = page.getByRole('navigation', { name: 'Sections' });
  const links = () =>
    nav
      .getByRole('link')
      .elements()
      .flatMap((link) => (link.getAttribute('href')?.startsWith('#page-') ? [] : [link.textContent]));
  await expect.poll(links).toEqual(names);
  const keys = nav.getByText(isFull ? /n writes a note\. c leads to the checklist\.$/ : /n writes a note\.$/);
  await expect.element(keys).toBeInTheDocument();
  for (const name of ['Documents', 'Earlier submissions'])
    expect(page.getByRole('heading', { name }).elements()).toHaveLength(isFull ? 1 : 0);
  expect(page.getByRole('heading', { name: 'Sealed answers' }).query()).toBeNull();
  await page.getByRole('button', { name: ME.name }).click();
  const single = page.getByRole('checkbox', { name: /^Use single keys/ });
  await single.click();
  await expect.element(keys).not.toBeInTheDocument();
  await single.click();
});

test('the history says what happened, by whom, and what there is to add', async () => {
  const history = [
    { at: '2026-11-20T12:00:00Z', kind: 'submitted', by: 'applicant' },
    { at: '2026-11-20T12:01:00Z', kind: 'mail:receipt', by: 'system', state: 'failed' },
    { at: '2026-11-21T12:00:00Z', kind: 'stage_set', by: 'Grace Clerk', what: 'Committee' },
    { at: '2026-11-22T12:00:00Z', kind: 'reopened', by: 'Grace Clerk', reason: 'asked by phone' },
  ];
  await drawOffice('/applications/ada', application({}, { history }));
  const lines = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect
    .poll(() => lines.elements().map((line) => [...line.children].map(({ textContent }) => textContent).join(' | ')))
    .toEqual([
      'Nov 20, 2026, 7:00 AM | Submitted | Applicant',
      'Nov 20, 2026, 7:01 AM | Receipt (failed) | Firstyear',
      'Nov 21, 2026, 7:00 AM | Stage set: Committee | Grace Clerk',
      'Nov 22, 2026, 7:00 AM | Reopened | Grace Clerk | asked by phone',
    ]);
});

const lookOf = (name: string, at: string) => ({ name, is_mine: name === 'Grace', at });
const SUBMITTED = '2026-11-20T12:00:00Z';
test.each<[string, desk.OfficeApplication['looked_at'], boolean, null?]>([
  ['nobody has looked at', [], false],
  ['only a colleague has looked at', [lookOf('Ada', SUBMITTED)], false],
  ['was sent again since my look', [lookOf('Grace', '2026-11-20T11:59:59Z')], false],
  ['I have looked at', [lookOf('Grace', SUBMITTED)], true],
  ['is a draft that I have looked at', [lookOf('Grace', SUBMITTED)], true, null],
  ['a colleague and I have looked at', [lookOf('Ada', SUBMITTED), lookOf('Grace', SUBMITTED)], true],
])(
  'an application that %s waits for my mark, or has it',
  async (_, looked_at, isMarked, submitted_at: string | null = SUBMITTED) => {
    await drawOffice('/applications/ada', application({ submitted_at }, { looked_at }));
    await expect.element(heading).toBeVisible();
    const mark = page.getByRole('button', { name: 'Mark as looked at' });
    expect(mark.elements()).toHaveLength(isMarked ? 0 : 1);
    expect(page.getByText('✓ Looked at').elements()).toHaveLength(isMarked ? 1 : 0);
  },
);

test('who may not write notes has no mark to give', async () => {
  const me = answerTo(desk.me, () => ({ ...ME, ...can('list', 'read') }));
  await drawOffice('/applications/ada', application({}), me);
  await expect.element(heading).toBeVisible();
  expect(page.getByRole('button', { name: 'Mark as looked at' }).query()).toBeNull();
});

test('a sealed answer is opened by those who may, with a reason, and hidden again', async () => {
  const visa = { key: 'visa', label: 'Visa number', masked: '•••' };
  const sealed = application({}, { sealed: [visa, { key: 'ssn', label: 'SSN', masked: '•••' }] });
  const value = answerTo(desk.openSealed, () => ({ value: '900-12-3456' }));
  const made = await drawOffice('/applications/ada', sealed, value);
  const open = () => page.getByRole('button', { name: 'Open…' });
  await open().nth(1).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('  ab ');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabelText('Reason').fill('asked by phone');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(page.getByText('900-12-3456')).toBeVisible();
  const sent = made.flatMap(({ to, payload }) => (to.endsWith('/sealed') ? [payload] : []));
  expect(sent).toEqual([{ key: 'ssn', reason: 'asked by phone' }]);
  expect(open().elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect.poll(() => page.getByText('•••').elements().length).toBe(2);
});

test('a reader sees that answers are sealed, and cannot open them', async () => {
  await drawOffice(
    '/applications/ada',
    application({}, { sealed: [{ key: 'ssn', label: 'SSN', masked: '•••' }] }),
    answerTo(desk.me, () => ({ ...ME, ...can('list', 'read') })),
  );
  await expect.element(page.getByText('•••')).toBeVisible();
  expect(page.getByRole('button', { name: 'Open…' }).query()).toBeNull();
});
