import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { APPLICATION, answerTo, CHOICES, drawOffice, ME } from '../app/draw-office.testing.tsx';

const BEA: desk.ListRow = { ...APPLICATION.row, id: 'bea', given_name: 'Bea' };
const listOf = (rows: readonly desk.ListRow[], previous: string | null = null, next: string | null = null) =>
  answerTo(desk.applications, () => ({ rows: [...rows], total: { count: 200, is_more: false }, previous, next }));
/** The query of the list that was asked for last. */
const askedOf = (made: Awaited<ReturnType<typeof drawOffice>>) => () =>
  Object.fromEntries(
    new URLSearchParams(made.findLast(({ to }) => to.includes('/api/applications?'))?.to.split('?')[1]),
  );
const headings = () =>
  [...document.querySelectorAll('thead th[data-column]')].map(({ textContent }) => textContent.replace(/\W/g, ''));

test('the columns are chosen, one by one down to none, in the order of the list', async () => {
  await drawOffice('/applications?columns=school,number', listOf([APPLICATION.row]));
  await expect.poll(headings).toEqual(['Name', 'Number', 'School']);
  await page.getByRole('button', { name: 'Columns' }).click();
  const boxes = page.getByRole('group', { name: 'Columns' }).getByRole('checkbox');
  // No stage, since this office has none.
  expect(boxes.elements()).toHaveLength(14);
  expect(
    boxes
      .elements()
      .map((box) => box.matches(':checked'))
      .filter(Boolean),
  ).toHaveLength(2);
  for (const [name, left] of [
    ['Term', ['Name', 'Number', 'School', 'Term']],
    ['School', ['Name', 'Number', 'Term']],
    ['Term', ['Name', 'Number']],
    ['Number', ['Name']],
    ['Labels', ['Name', 'Labels']],
  ] as const) {
    await page.getByRole('checkbox', { name }).click();
    await expect.poll(headings).toEqual(left);
  }
});

test('on a phone the filters are folded, but for those that are set, until they are asked for', async () => {
  await page.viewport(360, 800);
  await drawOffice('/applications?term=2027-fall', listOf([APPLICATION.row]));
  const [term, documents] = [page.getByLabelText('Term'), page.getByLabelText('Documents', { exact: true })];
  await expect.element(term).toBeVisible();
  await expect.element(documents).not.toBeVisible();
  const more = page.getByRole('button', { name: 'More filters' });
  await more.click();
  await expect.element(documents).toBeVisible();
  await more.click();
  await expect.element(documents).not.toBeVisible();
  await page.viewport(1280, 900);
});

test('each filter offers all of its values, and one that is set is sent', async () => {
  const made = await drawOffice(
    '/applications?after=cursor&school=Nowhere',
    listOf([APPLICATION.row]),
    answerTo(desk.officeChoices, () => ({
      ...{ ...CHOICES, labels: ['grant', 'visit'], majors: [{ value: 'math', label: 'Mathematics' }] },
      states: [{ value: 'OH', label: 'Ohio' }],
      stages: [{ value: 'committee', label: 'Committee' }],
    })),
  );
  const offered = (label: string) =>
    [...(page.getByLabelText(label, { exact: true }).element().querySelectorAll('option') ?? [])]
      .map(({ textContent }) => textContent)
      .join();
  await expect.poll(() => offered('Label')).toBe('Any,grant,visit');
  expect(['Term', 'Major', 'Documents', 'Checklist', 'Assigned to', 'Stage'].map(offered)).toEqual([
    ...['Any,Fall 2027', 'Any,Mathematics', 'Any,None,Being prepared,Failed,Ready'],
    'Any,Nothing needed,To check,Waiting for the applicant,Waiting for others,Complete',
    ...['Any,Me,Nobody,Ada Clerk,Omar Reader', 'Any,None,Committee'],
  ]);
  expect(['State', 'Residence', 'Language', 'Status'].map(offered)).toEqual([
    ...['Any,Ohio', 'Any,In state,Out of state,International,Not known', 'Any,English,Spanish'],
    'Any,Draft,Submitted,Withdrawn,Test accounts',
  ]);
  const set = { Residence: 'International', Label: 'visit', 'Assigned to': 'Me', Stage: 'None' };
  for (const [label, value] of Object.entries(set))
    await page.getByLabelText(label, { exact: true }).selectOptions(value);
  const sent = { residence: 'international', label: 'visit', assigned: 'me', stage: 'none' };
  await expect.poll(askedOf(made)).toEqual({ school: 'Nowhere', ...sent });
  await page.getByLabelText('School').fill('');
  await userEvent.keyboard('{Enter}');
  await expect.poll(askedOf(made)).toEqual(sent);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => made.at(-1)?.to).toBe(`GET ${desk.applications.path}`);
});

test('filters are cleared without the view, the search and the order', async () => {
  const made = await drawOffice(
    '/applications?view=to-read&q=ada&sort=name&term=2027-fall&from=2026-11-01',
    listOf([APPLICATION.row]),
  );
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(askedOf(made)).toEqual({ view: 'to-read', q: 'ada', sort: 'name' });
  expect(page.getByLabelText('Stage').query()).toBeNull();
});

test('a list goes on to its next and last page and back, with its filters', async () => {
  const made = await drawOffice('/applications?q=ada&after=here', listOf([APPLICATION.row], 'back', 'on'));
  const pages = page.getByRole('navigation', { name: 'Applications' });
  for (const [name, query] of [
    ['Next 50 ›', { after: 'on' }],
    ['‹ Previous 50', { before: 'back' }],
    ['Last page', { last: '1' }],
  ] as const) {
    await pages.getByRole('link', { name }).click();
    await expect.poll(askedOf(made)).toEqual({ q: 'ada', ...query });
  }
});

test.each([
  [null, 'on', ['Next 50 ›', 'Last page']],
  ['back', null, ['‹ Previous 50']],
  [null, null, []],
] as const)('a page with %s before it and %s after it leads nowhere else', async (previous, next, names) => {
  await drawOffice('/applications', listOf([APPLICATION.row], previous, next));
  await expect.element(page.getByText('200 applications', { exact: true })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Applications' }).getByRole('link').elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
});

test('a list that cannot be read says so, and is read again', async () => {
  let isAway = true;
  await drawOffice(
    '/applications',
    ({ to }) =>
      isAway && to.startsWith(`GET ${desk.applications.path}`)
        ? Response.json({ code: 'forbidden_path', message: 'Not today.' }, { status: 400 })
        : undefined,
    listOf([APPLICATION.row]),
  );
  await expect.element(page.getByText('Not today.')).toBeVisible();
  expect(page.getByRole('table').query()).toBeNull();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Testperson, Ada' })).toBeVisible();
  expect(page.getByText('Not today.').query()).toBeNull();
});

test('once all is marked as seen, the list is read again, and its rows stay beside why that failed', async () => {
  let isAway = false;
  const made = await drawOffice(
    '/applications?view=new',
    ({ to }) =>
      isAway && to.startsWith(`GET ${desk.applications.path}`)
        ? Response.json({ message: 'Not today.' }, { status: 400 })
        : undefined,
    listOf([APPLICATION.row]),
  );
  const seen = page.getByRole('button', { name: 'Mark all as seen' });
  await expect.element(seen).toBeVisible();
  isAway = true;
  await seen.click();
  await expect.element(page.getByText('Not today.')).toBeVisible();
  expect(page.getByRole('link', { name: 'Testperson, Ada' }).query()).not.toBeNull();
  const marked = made.flatMap(({ to, payload }) => (to === `POST ${desk.markAllSeen.path}` ? [payload] : []));
  expect(marked).toEqual([{ until: '2026-11-20T12:00:00Z' }]);
  expect(made.filter(({ to }) => to === `GET ${desk.views.path}`)).toHaveLength(2);
});

test('a list that is awaited says so, without calling it empty; the next one leaves the rows until it is there', async () => {
  let waiting = Promise.withResolvers<void>();
  await drawOffice(
    '/applications',
    answerTo(desk.applications, async () => {
      await waiting.promise;
      return { rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null };
    }),
    answerTo(desk.views, () => new Promise(() => {})),
  );
  const [table, loading] = [page.getByRole('table'), page.getByText('Loading', { exact: true })];
  await expect.element(loading).toBeVisible();
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  expect(page.getByRole('heading', { level: 2 }).elements()).toEqual([]);
  const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link').elements();
  expect(views.map(({ textContent }) => textContent.trim()).join()).toBe(
    'All,To read,Mine,New,Documents waiting,Drafts,To check,Complete',
  );
  waiting.resolve();
  await expect.element(table).toHaveAttribute('aria-busy', 'false');
  expect(loading.query()).toBeNull();
  waiting = Promise.withResolvers<void>();
  await page.getByRole('button', { name: 'Name' }).click();
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  expect(page.getByRole('link', { name: 'Testperson, Ada' }).elements()).toHaveLength(1);
  expect(loading.query()).toBeNull();
  waiting.resolve();
  await expect.element(table).toHaveAttribute('aria-busy', 'false');
});

test('a heading sorts by its column, and the other way when it is pressed again', async () => {
  const made = await drawOffice('/applications?after=cursor', listOf([APPLICATION.row]));
  const byName = page.getByRole('button', { name: 'Name' });
  for (const [sort, direction, text] of [
    ['name', 'ascending', 'Name▲'],
    ['-name', 'descending', 'Name▼'],
  ] as const) {
    await byName.click();
    await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', direction);
    expect(askedOf(made)()).toEqual({ sort });
    expect(byName.element().textContent).toBe(text);
  }
  const sortable = [...document.querySelectorAll('thead button')].map(({ textContent }) => textContent);
  expect(sortable).toEqual(['Name▼', 'School', 'Term', 'Major', 'Submitted', 'Assigned to']);
  await page.getByRole('button', { name: 'School' }).click();
  await expect.element(page.getByRole('table')).toHaveAccessibleName('Applications, sorted by School, ascending');
});

test.each([
  ['all', '/office/numbers?q=ada'],
  ['names', '/office/numbers'],
] as const)('the numbers of the list are of its filters for those who see %s', async (sees, address) => {
  await drawOffice(
    '/applications?q=ada',
    listOf([APPLICATION.row]),
    answerTo(desk.me, () => ({ ...ME, sees })),
  );
  await expect.element(page.getByRole('link', { name: 'Numbers of this list' })).toHaveAttribute('href', address);
});

test('single keys are explained until they are turned off, those of a selection to who can select', async () => {
  const [moving, selecting] = [page.getByText(/^j and k move/), page.getByText(/x selects/)];
  await drawOffice('/applications', listOf([APPLICATION.row]));
  await expect.element(selecting).toBeVisible();
  await page.getByRole('button', { name: 'Turn off single keys' }).click();
  await expect.poll(() => moving.query()).toBeNull();
  await page.getByRole('button', { name: 'Turn on single keys' }).click();
  await expect.element(moving).toBeVisible();
});

test('x selects the row that is focused and no other, and / leads to the search', async () => {
  await drawOffice('/applications', listOf([APPLICATION.row, BEA]));
  await expect.element(page.getByRole('link', { name: 'Testperson, Bea' })).toBeVisible();
  await userEvent.keyboard('jjx');
  await expect.element(page.getByRole('checkbox', { name: 'Select Testperson, Bea' })).toBeChecked();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('button', { name: 'Label…', exact: true })).toHaveFocus();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});

test('a selection is found again by the person who made it in this list, and by nobody else', async () => {
  const open = (id: string, search: string) =>
    drawOffice(
      `/applications${search}`,
      listOf([APPLICATION.row, BEA]),
      answerTo(desk.me, () => ({ ...ME, id })),
    );
  await open('grace', '?q=ada');
  await page.getByRole('checkbox', { name: 'Select Testperson, Bea' }).click();
  const counts: number[] = [];
  for (const [id, search] of [
    ['grace', '?q=ada&sort=name'],
    ['omar', '?q=ada'],
  ] as const) {
    await cleanup();
    await open(id, search);
    await expect.element(page.getByRole('checkbox', { name: 'Select Testperson, Bea' })).toBeVisible();
    counts.push(page.getByRole('checkbox', { checked: true }).elements().length);
  }
  expect(counts).toEqual([1, 0]);
});

test('who comes back from an application goes on at its row', async () => {
  await drawOffice(
    '/applications',
    listOf([APPLICATION.row, BEA]),
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: BEA })),
  );
  const bea = page.getByRole('link', { name: 'Testperson, Bea' });
  await bea.click();
  await expect.element(page.getByRole('heading', { name: 'Testperson, Bea' })).toBeVisible();
  await page.getByRole('link', { name: /Back to/ }).click();
  await expect.element(bea).toHaveFocus();
});

test('the first day of an office without deadlines says that nobody has applied', async () => {
  await drawOffice('/applications', listOf([]));
  await expect.element(page.getByRole('heading', { name: 'Nobody has applied yet.' })).toBeVisible();
  expect(page.getByText('200 applications').query()).toBeNull();
  expect(page.getByRole('table').query()).toBeNull();
});
