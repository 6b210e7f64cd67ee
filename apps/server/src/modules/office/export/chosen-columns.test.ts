import { submit } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { fillIn, newApplicant, showAllComponents, submitted } from '../../application/row/applicant.testing.ts';
import { PURPOSE, requestExport, workerDeps } from '../office.testing.ts';
import { runExport } from './service.ts';

const server = await suiteApp();
let director: Colleague;
let clerk: Colleague;
beforeAll(async () => {
  director = await newColleague(server, 'director');
  clerk = await newColleague(server, 'clerk');
  const answers = { first_name: 'Ada', last_name: 'Testperson', state: 'KY', country: 'USA', zip: '40403' };
  const params = { id: (await submitted(server, answers)).applicationId };
  await director.call(desk.changeLabels, { params, payload: { add: ['visited', 'grant'], remove: [] } });
  await director.call(desk.assign, { params, payload: { to: clerk.staffId } });
  await clerk.call(desk.markLookedAt, { params });
  await director.call(desk.withdraw, { params, payload: { reason: PURPOSE } });
});

type Parts = Awaited<ReturnType<typeof unpackWordZip>>;

/** The texts and numbers of a sheet, by row. */
function readSheet(parts: Parts, number: number): readonly (readonly string[])[] {
  const xmlOf = (name: string) => parts.get(`xl/${name}.xml`)?.toString() ?? '';
  const textIn = (xml: string) => [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text = '']) => text).join('');
  const shared = [...xmlOf('sharedStrings').matchAll(/<si>.*?<\/si>/gs)].map(([si]) => textIn(si));
  return [...xmlOf(`worksheets/sheet${number}`).matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c ([^>]*)>(.*?)<\/c>/gs)].map(([, attributes = '', content = '']) => {
      const value = /<v>(.*)<\/v>/.exec(content)?.[1] ?? textIn(content);
      return attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : value;
    }),
  );
}

async function exported(columns?: string[], filter: desk.ListFilter = {}) {
  const id = await requestExport(director, 'people_xlsx', columns ? { columns, filter } : { filter });
  await runExport(workerDeps(server), id, new AbortController().signal);
  const file = await director.open(desk.officePaths.exportFile(id));
  const parts = await unpackWordZip(file.rawPayload);
  const { events = [] } = (await director.call(desk.auditTrail, { query: { kind: 'export_taken' } })).body;
  return { parts, rows: readSheet(parts, 1), written: events[0]?.columns };
}

test('a workbook has the chosen columns after the number, in its own order, and the audit trail says which', async () => {
  const office = ['office:labels', 'office:assigned', 'office:checklist', 'office:residence'];
  const { rows, written } = await exported([...office, 'state_desc', 'last_name']);
  const [titles = []] = rows;
  const row = rows.find(([, lastName]) => lastName === 'Testperson') ?? [];
  expect(titles).toEqual([
    'Confirmation number',
    expect.stringContaining('Last Name'),
    expect.stringContaining('State/Province'),
    ...['Labels', 'Assigned to', 'Checklist', 'Residence'],
  ]);
  const assignee = (await clerk.call(desk.me)).body.name;
  expect(row.slice(1)).toEqual(['Testperson', 'Kentucky', 'grant, visited', assignee, expect.any(String), 'In state']);
  expect(written).toEqual(['confirmation_number', 'last_name', 'state_desc', ...office]);
});

test('the moments of looking at an application and of its withdrawal can be in it', async () => {
  const { rows } = await exported(['last_name', 'office:looked_at', 'office:withdrawn']);
  expect(rows[0]?.slice(2)).toEqual(['Looked at', 'Withdrawn']);
  const [, , lookedAt, withdrawn] = rows.find(([, lastName]) => lastName === 'Testperson') ?? [];
  // Days since the end of 1899, as spreadsheets count.
  for (const day of [lookedAt, withdrawn]) expect(Number(day)).toBeGreaterThan(46_000);
});

test('without a choice it has all answers, and nothing of what the office did', async () => {
  const { groups = [] } = (await director.call(desk.exportColumns)).body;
  const offered = groups.flatMap(({ columns }) => columns);
  const { rows, written = [] } = await exported();
  expect(rows[0]).not.toContain('Labels');
  const usual = offered.filter(({ is_usual }) => is_usual).map(({ id }) => id);
  expect([...written].sort()).toEqual(['confirmation_number', ...usual].sort());
  expect(offered.filter(({ is_usual }) => !is_usual).map(({ title }) => title)).toContain('Labels');
});

test('a repeated block and the meaning of a column are left out with their column', async () => {
  const { parts, rows, written } = await exported(['last_name', 'office:labels']);
  // The applications, the columns, and what it is.
  expect([...parts.keys()].filter((name) => /worksheets\/sheet\d/.test(name))).toHaveLength(3);
  const meanings = readSheet(parts, 2).map(([title, about]) => [title, about]);
  expect(meanings.map(([title]) => title)).toEqual(['Title', ...(rows[0] ?? [])]);
  expect(meanings.at(-1)).toEqual(['Labels', 'In the order of the alphabet.']);
  expect(written).toEqual(['confirmation_number', 'last_name', 'office:labels']);
});

test('no sealed answer can be chosen, and an unknown column is none', async () => {
  const { groups = [] } = (await director.call(desk.exportColumns)).body;
  expect(JSON.stringify(groups)).not.toContain('alien_registration_number');
  const { rows } = await exported(['alien_registration_number', 'nonsense']);
  expect(rows[0]).toEqual(['Confirmation number']);
});

test('each row has what the office did with its application, and text that Excel would read as an escape as it was typed', async () => {
  await submitted(server, { last_name: 'A_x0041_B' });
  const { rows } = await exported(['last_name', 'office:assigned']);
  const assignee = (await clerk.call(desk.me)).body.name;
  const assigned = new Map(rows.slice(1).map(([, name, to]) => [name, to === assignee]));
  expect(Object.fromEntries(assigned)).toMatchObject({ Testperson: true, A_x005F_x0041_B: false });
});

test('the sheets beside the applications have a row for each entry with answers, for each item and for each column', async () => {
  const ada = await newApplicant(server);
  await showAllComponents(server, ada);
  const jobs = { employment: 'Bakery', employment_2_hours: '5', employment_3: 'Library', employment_3_hours: '8' };
  await fillIn(server, ada, { first_name: 'Ada', last_name: 'Worker', ...jobs });
  expect((await ada.call(submit)).status).toBe(200);
  await submitted(server, { last_name: 'Worker', employment: 'Farm' });
  const chosen = ['block:courses', 'block:jobs', 'items', 'office:labels'];
  const { parts, written } = await exported(chosen, { q: 'worker' });
  const [applications = [], courses = [], entries = [], items = [], meanings = [], about = []] = [1, 2, 3, 4, 5, 6].map(
    (sheet) => readSheet(parts, sheet).map((row) => row.filter((text) => text !== '')),
  );
  expect([applications.length, courses.length]).toEqual([3, 1]);
  // Every table has filters on its titles, and what it is has none.
  const filters = [1, 2, 3, 4, 5, 6].map(
    (sheet) =>
      /<autoFilter ref="([A-Z]+\d+:[A-Z]+\d+)"/.exec(String(parts.get(`xl/worksheets/sheet${sheet}.xml`)))?.[1],
  );
  expect([filters[0], filters[2], filters[3], filters[5]]).toEqual(['A1:B3', 'A1:D5', 'A1:H5', undefined]);
  const number = entries.find((row) => row.includes('Bakery'))?.[0] ?? '';
  expect(applications.map(([first]) => first)).toContain(number);
  expect(entries[0]).toEqual(['Confirmation number', 'Entry', 'Job', 'Hours per week']);
  expect(entries.filter(([first]) => first === number).map(([, ...row]) => row)).toEqual([
    ['1', 'Bakery'],
    ['2', '5'],
    ['3', 'Library', '8'],
  ]);
  expect(entries).toContainEqual([expect.stringMatching(/^FY/), '1', 'Farm']);
  const needed = ['Official high school transcript', "School counselor's report"];
  expect(
    items
      .slice(1)
      .map(([, name, item]) => `${name}: ${item}`)
      .sort(),
  ).toEqual(['Worker, Ada', 'Worker, Bo'].flatMap((name) => needed.map((item) => `${name}: ${item}`)));
  expect(items.filter(([first]) => first === number)).toHaveLength(2);
  const hours = ['As the applicant typed it.', 'employment_hours', 'Hours per week', 'Your Education'];
  expect(meanings.at(-1)?.slice(0, 5)).toEqual(['Job: Hours per week', ...hours]);
  expect(meanings).toContainEqual(['Labels', 'In the order of the alphabet.']);
  expect(about.slice(-2)).toEqual([
    ['Applications', '2'],
    ['Filter: Search', 'worker'],
  ]);
  expect(readSheet((await exported(['last_name'])).parts, 3)).toContainEqual([
    'Filter',
    expect.stringMatching(/^None/),
  ]);
  expect(written).toEqual(['confirmation_number', 'office:labels', 'block:courses', 'block:jobs', 'items']);
});
