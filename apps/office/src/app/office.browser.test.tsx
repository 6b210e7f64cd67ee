import type { ResponseOf } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { answerTo, drawOffice, ME } from './draw-office.testing.tsx';

const row = (id: string, family_name: string): desk.ListRow => ({
  ...{ id, status: 'submitted', confirmation_number: 'FY27-AAAA-BBBB', given_name: 'Ada', family_name },
  ...{ started_at: '2026-11-01T10:00:00Z', submitted_at: '2026-11-02T10:00:00Z' },
});
const ROWS = [row('1', 'Testperson'), row('2', 'Sample')];
const list = answerTo(
  desk.applications,
  (): ResponseOf<typeof desk.applications> => ({
    ...{ rows: ROWS, total: { count: 2, is_more: false }, previous: null, next: null },
  }),
);

test('until it is known who is signed in, a page has its main part with a heading, and says that it loads', async () => {
  await drawOffice(
    '/applications',
    answerTo(desk.me, () => new Promise(() => {})),
  );
  const main = page.getByRole('main');
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(main.getByRole('status')).toHaveTextContent('Loading');
});

test('ticked rows stay ticked when the list is sorted, and not when another filter is chosen', async () => {
  await drawOffice('/applications', list);
  await page.getByRole('checkbox', { name: /^Select Testperson/ }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: /^Name/ }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'More filters' }).click();
  await userEvent.selectOptions(page.getByLabelText('Term'), '2027-fall');
  await expect.poll(() => page.getByText('1 selected').query()).toBeNull();
  expect(page.getByRole('checkbox', { name: /^Select Testperson/ }).element()).not.toBeChecked();
  await userEvent.selectOptions(page.getByLabelText('Term'), 'Any');
  await expect.poll(() => page.getByRole('button', { name: 'Clear filters' }).query()).toBeNull();
  expect(page.getByRole('checkbox', { name: /^Select Testperson/ }).element()).not.toBeChecked();
});

test('two applicants of one name are told apart by their dates of birth, in the list and in the summary', async () => {
  const rows = [
    { ...row('1', 'Testperson'), birth_date: '2008-02-29' },
    { ...row('2', 'TESTPÉRSON'), birth_date: '2009-03-14' },
    { ...row('3', 'Sample'), birth_date: '2009-03-15' },
  ];
  const found = { total: { count: 3, is_more: false }, previous: null, next: null };
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({ ...found, rows })),
  );
  await expect.element(page.getByRole('checkbox', { name: 'Select Testperson, Ada, February 29, 2008' })).toBeVisible();
  const named = page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);
  expect(named).toEqual([
    'Testperson, Ada born February 29, 2008',
    'TESTPÉRSON, Ada born March 14, 2009',
    'Sample, Ada',
  ]);
  await cleanup();
  await openApplication({ ...application, row: rows[0] ?? application.row });
  await expect.element(page.getByRole('region', { name: 'Summary' }).getByText('February 29, 2008')).toBeVisible();
});

test('an office that nobody uses warns, and is then signed out on the screen at once, before the server answers', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const neverAnswers = answerTo(desk.signOut, () => new Promise(() => {}));
  const made = await drawOffice('/applications', list, neverAnswers);
  await expect.element(page.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible();
  // Written by another tab before this computer's clock was set back.
  localStorage.setItem('firstyear.office-activity', String(Date.now() + 3_600_000));
  vi.advanceTimersByTime(desk.STAFF_IDLE_LIMIT_MS - 30_000);
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(made.map(({ to }) => to)).toContain(`POST ${desk.signOut.path}`);
  expect(page.getByText('Testperson').query()).toBeNull();
});

const application: desk.OfficeApplication = {
  ...{ row: row('1', 'Testperson'), version: 1, answers: {}, tabs: {}, add_another: {} },
  ...{ sealed: [], documents: [], notes: [], history: [], earlier_submissions: [], looked_at: [], is_altered: false },
};
const openApplication = (shown: desk.OfficeApplication) =>
  drawOffice(
    '/applications/1',
    answerTo(desk.officeApplication, () => shown),
    answerTo(desk.markPresent, () => ({ others: [] })),
    answerTo(desk.neighbors, () => ({
      ...{ previous: null, next: null, position: 1, total: { count: 1, is_more: false }, place: null },
    })),
  );

test('the tab of an application is named after the applicant', async () => {
  await openApplication(application);
  await expect.poll(() => document.title).toMatch(/^Testperson, Ada/);
});

test('a browser that shows no documents inside a page shows pictures of their pages', async () => {
  vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(false);
  const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"/>';
  const transcript: desk.OfficeApplication['documents'][number] = {
    ...{ key: 'transcript', label: 'Transcript', file_name: 'record.pdf', file_size: 1000, state: 'ready' },
    ...{
      page_count: 2,
      href: '/office/api/applications/1/documents/transcript',
      thumbnails: [picture, `${picture}#2`],
    },
  };
  await openApplication({ ...application, documents: [transcript] });
  await expect.element(page.getByRole('img', { name: 'Transcript, page 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect.element(page.getByRole('img', { name: 'Transcript, page 2' })).toBeVisible();
  expect(document.querySelector('iframe')).toBeNull();
});

test("a colleague's look does not take away one's own mark, and one's own does", async () => {
  let isMine = false;
  await openApplication({
    ...application,
    get looked_at() {
      return [{ name: 'Omar Reader', is_mine: isMine, at: '2026-11-03T10:00:00Z' }];
    },
  });
  const mark = page.getByRole('button', { name: 'Mark as looked at' });
  await expect.element(mark).toBeVisible();
  isMine = true;
  await mark.click();
  await expect.element(page.getByText('Looked at', { exact: false }).first()).toBeVisible();
  await expect.poll(() => mark.query()).toBeNull();
});

test.each([true, false])(
  'that answers were changed after they were sent is marked where it is so: %s',
  async (is_altered) => {
    await openApplication({ ...application, is_altered });
    await expect.element(page.getByRole('heading', { name: 'Testperson, Ada' })).toBeVisible();
    expect(page.getByLabelText('Changed after it was sent').elements()).toHaveLength(is_altered ? 1 : 0);
  },
);

test('a look at what was sent before does not count as a look at what was sent since', async () => {
  const earlier = { name: ME.name, is_mine: true, at: '2026-11-01T10:00:00Z' };
  await openApplication({ ...application, looked_at: [earlier] });
  await expect.element(page.getByRole('button', { name: 'Mark as looked at' })).toBeVisible();
});

test('an application of one colleague is assigned to another as it was seen, so that no change in between is lost', async () => {
  const made = await openApplication({ ...application, row: { ...application.row, assigned_to: 'omar' } });
  await userEvent.selectOptions(page.getByLabelText('Assigned to'), 'Ada Clerk');
  const sent = () => made.find(({ to }) => to.endsWith('/assigned'))?.payload;
  await expect.poll(sent).toEqual({ to: 'ada', from: 'omar' });
});

test('a deadline is not extended into the past, however good the reason', async () => {
  const draft: desk.OfficeApplication = { ...application, row: { ...application.row, status: 'draft' } };
  const made = await openApplication(draft);
  const sent = () => made.find(({ payload }) => Object.hasOwn(Object(payload), 'until'))?.payload;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Extend the deadline…' }).click();
  await page.getByLabelText('Reason').fill('A storm closed the school.\nIt is open again.');
  await page.getByLabelText('Until').fill('2020-01-01T12:00');
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  await expect.element(page.getByText('Please choose a day and a time in the future.')).toBeVisible();
  expect(sent()).toBeUndefined();
  await page.getByLabelText('Until').fill('2999-01-01T12:00');
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  await expect.poll(sent).toMatchObject({ reason: 'A storm closed the school.\nIt is open again.' });
});

test('an export says how many applications will be in it, and is requested as it was counted', async () => {
  const made = await drawOffice(
    '/exports',
    answerTo(desk.previewExport, () => ({ count: 1051, previewed: 'as counted' })),
    answerTo(desk.startExport, () => ({ id: '1' })),
  );
  await page.getByRole('checkbox', { name: /^Only what/ }).click();
  await expect.element(page.getByText('1,051 applications will be in it.')).toBeVisible();
  await page.getByLabelText('What is it for?').fill('for the student system');
  await page.getByRole('button', { name: 'Start the export' }).click();
  await expect
    .poll(() => made.find(({ to }) => to === `POST ${desk.startExport.path}`)?.payload)
    .toMatchObject({ since_last: true, previewed: 'as counted', purpose: 'for the student system' });
});

test('the columns of a workbook are chosen under their headings, and kept for the person', async () => {
  const column = (id: string, title: string, is_usual = true) => ({ id, title, is_usual });
  const groups = [
    { title: 'Your name', columns: [column('first_name', 'First Name'), column('last_name', 'Last Name')] },
    { title: 'What the office did', columns: [column('office:labels', 'Labels', false)] },
  ];
  const open = () =>
    drawOffice(
      '/exports',
      answerTo(desk.exportColumns, () => ({ groups })),
      answerTo(desk.previewExport, () => ({ count: 3, previewed: 'as counted' })),
      answerTo(desk.startExport, () => ({ id: '1' })),
    );
  await open();
  await page.getByText('Columns: 2 of 3').click();
  await page.getByText('Your name: 2 of 2').click();
  await page.getByRole('checkbox', { name: 'First Name' }).click();
  await page.getByText('What the office did: 0 of 1').click();
  await page.getByRole('checkbox', { name: 'Labels' }).click();
  await expect.element(page.getByText('Your name: 1 of 2')).toBeVisible();
  await cleanup();
  const made = await open();
  await page.getByText('Columns: 2 of 3').click();
  await page.getByText('Your name: 1 of 2').click();
  await expect.element(page.getByRole('checkbox', { name: 'First Name' })).not.toBeChecked();
  await page.getByLabelText('What is it for?').fill('for the committee');
  await page.getByRole('button', { name: 'Start the export' }).click();
  const sent = () => made.find(({ to }) => to === `POST ${desk.startExport.path}`)?.payload;
  await expect.poll(sent).toMatchObject({ columns: ['last_name', 'office:labels'] });
  await page.getByRole('button', { name: 'Back to the usual columns' }).click();
  await expect.element(page.getByText('Your name: 2 of 2')).toBeVisible();
  expect(localStorage.getItem('firstyear.office-columns grace')).toBeNull();
});

test('an export that is started before its count arrives waits for it, and is counted again if that failed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isAway = true;
  const counted = Promise.withResolvers<void>();
  const made = await drawOffice(
    '/exports',
    answerTo(desk.previewExport, async () => {
      if (isAway) throw new TypeError('Failed to fetch');
      await counted.promise;
      return { count: 3, previewed: 'as counted' };
    }),
    answerTo(desk.startExport, () => ({ id: '1' })),
  );
  const started = () => made.find(({ to }) => to === `POST ${desk.startExport.path}`)?.payload;
  await expect.element(page.getByText(/^We can't reach the server/)).toBeVisible();
  isAway = false;
  await page.getByLabelText('What is it for?').fill('for the student system');
  await page.getByRole('button', { name: 'Start the export' }).click();
  await expect.element(page.getByText('Counting…')).toBeVisible();
  expect(started()).toBeUndefined();
  counted.resolve();
  await expect.poll(started).toMatchObject({ previewed: 'as counted', purpose: 'for the student system' });
});

test('what is searched in the audit trail is neither in the search of applications nor what is exported next', async () => {
  await drawOffice(
    '/audit?q=FY27-AAAA-1001&from=2026-11-01',
    answerTo(desk.auditTrail, () => ({ events: [], next: null })),
  );
  await expect.element(page.getByLabelText('Applicant: number, name or email')).toHaveValue('FY27-AAAA-1001');
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  expect(page.getByRole('link', { name: 'Exports' }).element().getAttribute('href')).toBe('/office/exports');
});

test('a search that is emptied leads back to the list as it opens', async () => {
  const made = await drawOffice('/applications?view=all&q=ada', list);
  await page.getByRole('searchbox').fill(' ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => made.map(({ to }) => to)).toContain(`GET ${desk.applications.path}`);
});

test('another filter of the audit trail begins at its newest page', async () => {
  const made = await drawOffice(
    '/audit?before=77',
    answerTo(desk.auditTrail, () => ({ events: [], next: null })),
  );
  await expect.element(page.getByRole('heading', { name: 'Audit trail' })).toBeVisible();
  await page.getByLabelText('From').fill('2026-11-01');
  await userEvent.keyboard('{Enter}');
  const last = () => made.map(({ to }) => to).findLast((to) => to.startsWith(`GET ${desk.auditTrail.path}`));
  await expect.poll(last).toContain('from=2026-11-01');
  expect(last()).not.toContain('before');
});

test('the audit trail tells an act on many in words, with its applications folded and linked', async () => {
  const event: desk.TrailEvent = {
    ...{ id: 7, at: '2026-11-01T10:00:00Z', kind: 'acted_on_many', by: 'Grace Director', application_id: null },
    ...{ text: 'Labeled 2 applications “scholarship”', confirmation_number: null, columns: [] },
    applications: Array.from({ length: 100 }, (_, place) => `FY27-AAAA-${1000 + place}`),
  };
  const made = await drawOffice(
    '/audit',
    answerTo(desk.auditTrail, () => ({ events: [event], next: null })),
  );
  await page.getByText('Which applications').click();
  await expect.poll(() => document.body.textContent).toMatch(/Labeled 2 .* “scholarship”.*first 100 are shown[.]/);
  await page.getByRole('link', { name: 'FY27-AAAA-1001' }).click();
  await expect.element(page.getByLabelText('Applicant: number, name or email')).toHaveValue('FY27-AAAA-1001');
  await expect.poll(() => made.at(-1)?.to).toContain('q=FY27-AAAA-1001');
});

test('a director who merges labels by renaming one is told so beforehand, with the number of applications', async () => {
  let labels = [
    { label: 'Grant', count: 30 },
    { label: 'grnat', count: 2 },
  ];
  const made = await drawOffice(
    '/labels',
    answerTo(desk.labelUses, () => ({ labels })),
    ({ to }) => {
      if (to !== `POST ${desk.renameLabel.path}`) return undefined;
      labels = [{ label: 'Grant', count: 33 }];
      return { label: 'Grant' };
    },
  );
  await page.getByRole('button', { name: 'Rename “grnat”' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^It is renamed in 2 applications/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect.element(dialog.getByText('Please type another name.')).toBeVisible();
  await dialog.getByLabelText('New name').fill('grant');
  const merging = page.getByRole('alertdialog');
  await expect.element(merging.getByText(/^“Grant” exists already. 2 applications get it/)).toBeVisible();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(() => merging.query()).toBeNull();
  await expect.element(page.getByRole('cell', { name: /33$/ })).toBeVisible();
  expect(made.find(({ to }) => to.startsWith('POST '))?.payload).toEqual({ label: 'grnat', to: 'grant', count: 2 });
});

test('no focus ring covers a hint, on a page, in a dialog and where colleagues sign in', async () => {
  /** How far the ring of each control reaches into the hint above it. */
  const covered = () =>
    [...document.querySelectorAll<HTMLElement>('[aria-describedby*="-hint"]')].map((control) => {
      control.focus();
      const { outlineWidth, outlineOffset } = getComputedStyle(control);
      const hint = document.getElementById(/\S+-hint/.exec(control.getAttribute('aria-describedby') ?? '')?.[0] ?? '');
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const gap = control.getBoundingClientRect().top - (hint?.getBoundingClientRect().bottom ?? 0);
      return Math.max(0, ring - gap);
    });
  await drawOffice('/exports');
  await expect.poll(covered).toEqual([0, 0]);
  await cleanup();
  const labels = [{ label: 'grant', count: 30 }];
  await drawOffice(
    '/labels',
    answerTo(desk.labelUses, () => ({ labels })),
  );
  await page.getByRole('button', { name: 'Rename “grant”' }).click();
  await expect.poll(covered).toEqual([0]);
  await cleanup();
  await drawOffice('/sign-in');
  await expect.poll(covered).toEqual([0]);
});

const nobody = answerTo(
  desk.applications,
  (): ResponseOf<typeof desk.applications> => ({
    ...{ rows: [], total: { count: 0, is_more: false }, previous: null, next: null },
  }),
);

test.each([
  ['from=2026-11-05&to=2026-11-01', 'The day in “From” is after the day in “Until”.'],
  ['from=2026-11-05&to=2026-11-05', 'No application fits these filters.'],
])('an empty list of %s says whether its days are the wrong way round', async (search, text) => {
  await drawOffice(`/applications?${search}`, nobody);
  await expect.element(page.getByText(text)).toBeVisible();
});

test('nothing assigned yet is no search that found nothing', async () => {
  await drawOffice('/applications?view=mine', nobody);
  await expect.element(page.getByRole('heading', { name: 'Nothing is assigned to you.' })).toBeVisible();
  await cleanup();
  await drawOffice('/applications?view=mine&from=2026-11-01', nobody);
  await expect.element(page.getByText('No application fits these filters.')).toBeVisible();
});

test.each<[string, readonly desk.Right[], readonly string[], boolean]>([
  ['all of them', desk.RIGHTS, ['Applications', 'Exports', 'Numbers', 'Form', 'Audit trail', 'Staff'], true],
  ['those of a reader', ['list', 'read', 'note'], ['Applications', 'Form'], true],
  ['none without the right to list', ['audit_trail'], ['Audit trail'], false],
])('the head of a page leads to the pages that a role may open: %s', async (_, rights, names, isSearched) => {
  await drawOffice(
    '/audit',
    answerTo(desk.auditTrail, () => ({ events: [], next: null })),
    answerTo(desk.me, () => ({ ...ME, rights: [...rights] })),
  );
  const links = () =>
    page
      .getByRole('navigation', { name: 'Office' })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(links).toEqual(names);
  expect(page.getByRole('searchbox').query() !== null).toBe(isSearched);
});
