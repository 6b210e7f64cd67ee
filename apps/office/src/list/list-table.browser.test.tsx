import * as desk from '@firstyear/api-contract/desk';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { APPLICATION, answerTo, CHOICES, drawOffice, ME } from '../app/draw-office.testing.tsx';

beforeEach(() => page.viewport(1280, 900));

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
  expect(page.getByText(/x selects/).query()).toBeNull();
});

test('a label is broken between its words only, however many columns are beside it', async () => {
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

const listOf = (rows: readonly desk.ListRow[], count = rows.length) =>
  answerTo(desk.applications, () => ({
    ...{ rows: [...rows], total: { count, is_more: false }, previous: null, next: null },
  }));
const BEA: desk.ListRow = { ...APPLICATION.row, id: 'bea', given_name: 'Bea' };

test('who sees only names gets the number beside them, and neither links nor filters', async () => {
  await drawOffice(
    '/applications?columns=email',
    listOf([APPLICATION.row]),
    answerTo(desk.me, () => ({ ...ME, sees: 'names' as const, rights: ['list'] as const satisfies desk.Right[] })),
  );
  await expect.element(page.getByRole('cell', { name: /FY27-2345-ACDE/ })).toBeVisible();
  // A phone hides some headings.
  const headings = [...document.querySelectorAll('th[data-column]:is(thead *)')];
  expect(headings.map(({ textContent }) => textContent.replace(/\W/g, ''))).toEqual(['Name', 'Number']);
  expect(page.getByRole('link', { name: 'Testperson, Ada' }).query()).toBeNull();
  expect(page.getByRole('link', { name: 'Numbers of this list' }).query()).toBeNull();
  expect(page.getByText(/^j and k/).query()).toBeNull();
  expect(page.getByRole('button', { name: 'More filters' }).query()).toBeNull();
});

test('a row says what is not usual about its application, and of a draft how far it is', async () => {
  const draft: desk.ListRow = {
    ...{ ...BEA, status: 'draft', submitted_at: null, started_at: '2026-11-01T10:00:00Z', is_test: true },
    ...{ last_page: 'about', extended_until: '2026-12-01T12:00:00Z', documents: 'none', checklist: 'none' },
  };
  const fresh = { ...draft, id: 'cy', given_name: 'Cy', last_page: '', extended_until: null, is_test: false };
  await drawOffice(
    '/applications',
    listOf([{ ...APPLICATION.row, preferred_name: 'Addie', is_new: true }, draft, fresh]),
  );
  await expect
    .element(page.getByText('Started Nov 1, 2026 · at about · Extended until December 1, 2026'))
    .toBeVisible();
  await expect.element(page.getByText('Started Nov 1, 2026', { exact: true })).toBeVisible();
  const names = page.getByRole('rowheader').elements();
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Testperson, Ada “Addie” New',
    'Testperson, Bea Draft Test account',
    'Testperson, Cy Draft',
  ]);
  const cells = [...document.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(cells.filter((text) => /^(None|Nothing needed)$/.test(text))).toEqual([]);
});

test('the cells of a row are in words, and nothing where nothing is known', async () => {
  const known: desk.ListRow = {
    ...{
      ...APPLICATION.row,
      residence: 'in_state',
      language: 'es',
      labels: ['grant', 'visit'],
      checklist: 'complete',
      documents: 'waiting',
    },
    ...{ birth_date: '2008-02-29', school: 'Falls High', school_state: 'OH', assigned_to: 'omar' },
  };
  const columns = 'number,email,born,school,residence,language,moment,documents,checklist,assigned,labels';
  await drawOffice(
    `/applications?columns=${columns}`,
    listOf([known, { ...BEA, email: undefined, confirmation_number: null, assigned_to: 'gone' }]),
  );
  const cells = (given_name: string) =>
    page
      .getByRole('row', { name: new RegExp(given_name) })
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(() => cells('Ada'))
    .toEqual([
      ...['Select Testperson, Ada', 'FY27-2345-ACDE', 'ada@mail.example', 'February 29, 2008', 'Falls High, OH'],
      ...['In state', 'Spanish', 'Nov 20, 2026, 7:00 AM', 'Being prepared', 'Complete', 'Omar Reader', 'grantvisit'],
    ]);
  expect(cells('Bea')).toEqual([
    ...['Select Testperson, Bea', '', '', '', '', '', '', 'Nov 20, 2026, 7:00 AM', '', '', 'Somebody who has left', ''],
  ]);
});

test('the name of an application that somebody has looked at is lighter', async () => {
  await drawOffice('/applications', listOf([APPLICATION.row, { ...BEA, is_looked_at: true }]));
  await expect.element(page.getByRole('link', { name: 'Testperson, Bea' })).toBeVisible();
  const weights = ['Ada', 'Bea'].map((name) =>
    Number(getComputedStyle(page.getByRole('link', { name: `Testperson, ${name}` }).element()).fontWeight),
  );
  expect(weights[1]).toBeLessThan(weights[0] ?? 0);
});

test('all of a view is selected where it has more than the page, and a row that is unticked ends that', async () => {
  const made = await drawOffice(
    '/applications?q=ada',
    listOf([APPLICATION.row, BEA], 3),
    answerTo(desk.previewMany, () => ({ count: 3, left_out: [], mails: [], previewed: 'x' })),
  );
  const pageBox = page.getByRole('checkbox', { name: 'Select all on this page' });
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await expect.element(pageBox).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Select all 3 of this view' }).click();
  await expect.element(page.getByText('All 3 of this view are selected')).toBeVisible();
  await expect.element(pageBox).toBeChecked();
  await page.getByRole('button', { name: 'Assign…' }).click();
  await page.getByRole('button', { name: 'See what will happen' }).click();
  const previewed = () => made.find(({ to }) => to === `POST ${desk.previewMany.path}`)?.payload;
  await expect.poll(previewed).toMatchObject({ selection: { filter: { q: 'ada' } } });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  expect(page.getByRole('button', { name: /^Select all 3/ }).query()).toBeNull();
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  const boxes = page.getByRole('table').getByRole('checkbox').elements();
  expect(boxes.map((box) => box.matches(':checked'))).toEqual([false, false, true]);
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await expect.poll(() => page.getByRole('region', { name: 'Selected applications' }).query()).toBeNull();
});

test('a view that is whole on the page offers no more to select', async () => {
  await drawOffice('/applications', listOf([APPLICATION.row]));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  expect(page.getByRole('button', { name: /of this view$/ }).query()).toBeNull();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await expect.poll(() => page.getByText('1 selected').query()).toBeNull();
});

test.each<[string, Partial<typeof ME>, readonly string[]]>([
  ['view=new', {}, ['Mark all as seen']],
  ['view=new&school=Nowhere', {}, ['Save this view', 'Clear filters', 'State', 'Manage labels']],
  ['view=mine', {}, []],
  ['q=ada&sort=name', {}, ['Save this view']],
  ['status=draft', { rights: ['list'] }, ['Save this view', 'Clear filters', 'State']],
])('the list of %s offers what fits it', async (address, me, names) => {
  await drawOffice(
    `/applications?${address}`,
    listOf([APPLICATION.row]),
    answerTo(desk.me, () => ({ ...ME, ...me })),
  );
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const offered = {
    'Mark all as seen': page.getByRole('button', { name: 'Mark all as seen' }),
    'Save this view': page.getByRole('button', { name: 'Save this view' }),
    'Clear filters': page.getByRole('button', { name: 'Clear filters' }),
    State: page.getByLabelText('State', { exact: true }),
    'Manage labels': page.getByRole('link', { name: /labels/ }),
  };
  const shown = Object.entries(offered).flatMap(([name, one]) => (one.query() ? [name] : []));
  expect(shown).toEqual(names);
});

test('views are counted up to a limit, a saved one is named as the open one, and drafts are for those who see them', async () => {
  const count = { count: 100_000, is_more: true };
  const views = answerTo(desk.views, () => ({
    as_of: '2026-11-20T12:00:00Z',
    standing: [
      { id: 'all' as const, count },
      { id: 'drafts' as const, count: { count: 5, is_more: false } },
    ],
    saved: [{ id: 'mine', name: 'My fall', filter: { term: '2027-fall' }, count: { count: 7, is_more: false } }],
  }));
  const links = () =>
    page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link')
      .elements()
      .map((link) => `${link.hasAttribute('aria-current') ? 'open: ' : ''}${link.textContent}`);
  await drawOffice('/applications?term=2027-fall', views, listOf([APPLICATION.row]));
  await expect.poll(links).toEqual(['All 100,000+', 'Drafts 5', 'open: My fall 7']);
  await cleanup();
  await drawOffice(
    '/applications',
    views,
    listOf([APPLICATION.row]),
    answerTo(desk.me, () => ({ ...ME, sees: 'submitted' as const })),
  );
  await expect.poll(links).toEqual(['open: All 100,000+', 'My fall 7']);
});

test.each(['after', 'before'])(
  'a page %s another that has become empty leads to the first, and a search that is too short is said',
  async (place) => {
    const made = await drawOffice(`/applications?q=a&${place}=cursor`, ({ to }) =>
      to.includes('/applications?')
        ? {
            rows: to.includes(`${place}=`) ? [] : [APPLICATION.row],
            ...{ total: { count: 1, is_more: false }, previous: null, next: null, ignores_search: true },
          }
        : undefined,
    );
    await expect.element(page.getByRole('link', { name: 'Testperson, Ada' })).toBeVisible();
    await expect.element(page.getByText(/^“a” wasn't searched for/)).toBeVisible();
    expect(made.findLast(({ to }) => to.includes('/applications?'))?.to).not.toContain(place);
  },
);

test('a view is saved under a name with what it filters, and opened with the columns that are shown', async () => {
  let isAway = true;
  const saved: { id: string; name: string; filter: desk.ListFilter; count: { count: number; is_more: boolean } }[] = [];
  const made = await drawOffice(
    '/applications?q=ada&sort=name&columns=number&after=cursor',
    listOf([APPLICATION.row]),
    ({ to }) =>
      isAway && to.startsWith('DELETE') ? Response.json({ message: 'Not now.' }, { status: 503 }) : undefined,
    answerTo(desk.saveView, () => {
      saved.push({ id: '1', name: 'Adas', filter: { q: 'ada' }, count: { count: 1, is_more: false } });
      return { id: '1' };
    }),
    answerTo(desk.views, () => ({
      ...{ as_of: '2026-11-20T12:00:00Z', saved },
      standing: [{ id: 'all' as const, count: { count: 2, is_more: false } }],
    })),
  );
  const sent = () => made.flatMap(({ to, payload }) => (to === `POST ${desk.saveView.path}` ? [payload] : []));
  await page.getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Please give it a name.')).toBeVisible();
  expect(sent()).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' Adas ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(sent).toEqual([{ name: 'Adas', filter: { q: 'ada', sort: 'name' } }]);
  await expect.poll(() => dialog.query()).toBeNull();
  const addressOf = (name: RegExp) => page.getByRole('link', { name }).element().getAttribute('href');
  await expect.element(page.getByRole('link', { name: /^Adas/ })).toBeVisible();
  expect(addressOf(/^Adas/)).toBe('/office/applications?q=ada&columns=number');
  expect(addressOf(/^All/)).toBe('/office/applications?sort=name&columns=number&view=all');
  const remove = page.getByRole('button', { name: 'Delete the view “Adas”' });
  await remove.click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  isAway = false;
  saved.pop();
  await remove.click();
  await expect.poll(() => remove.query()).toBeNull();
  expect(made.map(({ to }) => to)).toContain('DELETE /office/api/views/1');
});
