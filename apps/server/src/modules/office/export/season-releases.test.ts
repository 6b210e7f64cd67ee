import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { renamedAndDropped, serveLater, stopReleases } from '../../application/releases/next-release.testing.ts';
import { newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { resetAfterEach, workerDeps } from '../office.testing.ts';
import { columnsOf } from './columns.ts';
import { readDictionary } from './dictionary.testing.ts';
import { dictionaryRows } from './dictionary.ts';
import { jsonLine, readApplicationsOf, seasonReleases } from './read-applications.ts';
import { writeRows } from './rows.ts';

const old = await testApp();
const now = await serveLater(old, renamedAndDropped('export-2'));
afterAll(() => stopReleases(old, now));
resetAfterEach(old);

test("a season with one release has the columns of its form, and its dictionary doesn't mention releases", async () => {
  await newApplicant(old);
  const releases = await seasonReleases(old.db, old.deps.forms.first);
  expect(releases).toEqual([]);
  const options = { withSealed: true };
  expect(dictionaryRows(old.form, { ...options, releases })).toEqual(dictionaryRows(old.form, options));
  expect(columnsOf(old.form, { ...options, releases }).map(({ name }) => name)).not.toContain('called_name');
});

test('a workbook has sheets of each form whose applications it has', async () => {
  const { first } = old.deps.forms;
  const about = { university: 'Larkmoor', timeZone: 'America/New_York', made: new Date('2026-11-21T12:00:00Z') };
  const rows = {
    format: 'people_xlsx',
    forms: [first, { ...first, id: 'next' }],
    batches: [],
    onlySubmitted: true,
    withSealed: false,
    about: { ...about, by: 'Grace Staff', purpose: 'for the committee', filter: [], chosen: null },
  } as const;
  const written: Buffer[] = [];
  const write = async (content: string | Buffer) => void written.push(Buffer.from(content));
  await writeRows({ ...workerDeps(old), office: {} }, rows, write, async () => {});
  const sheets = (await unpackWordZip(Buffer.concat(written))).get('xl/workbook.xml')?.toString();
  for (const name of [first.id, 'next']) expect(sheets).toMatch(new RegExp(`<sheet [^>]*name="[^"]*${name}`));
});

test('the columns of a season are those of all its releases, and the dictionary lists the releases of each', async () => {
  const before = await submitted(old, {
    preferred_name: 'Addie',
    toefl_taken: 'yes',
    toefl_score: '98',
    marital_status: 'widowed',
  });
  const after = await submitted(now, { called_name: 'Bo', toefl_taken: 'yes', motto: 'Onward' });
  const releases = await seasonReleases(now.db, now.deps.forms.first);
  expect(releases.map(({ number }) => number)).toEqual([1, 2]);
  const columns = columnsOf(now.form, { withSealed: false, releases });
  const names = columns.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  // First the questions of today's form, in its order.
  const today = columnsOf(now.form, { withSealed: false }).map(({ name }) => name);
  expect(names.filter((name) => today.includes(name))).toEqual(today);
  const rows = await readApplicationsOf(workerDeps(now), [before.applicationId, after.applicationId], false);
  const cells = (id: string) => {
    const row = rows.find(({ application }) => application.id === id);
    return Object.fromEntries(columns.map(({ name, read }) => [name, row ? read(row) : '']));
  };
  expect(cells(before.applicationId)).toMatchObject({
    ...{ preferred_name: 'Addie', called_name: '', toefl_score: '98', motto: '', other_answers: '' },
    marital_status: 'widowed',
  });
  expect(cells(after.applicationId)).toMatchObject({
    preferred_name: '',
    called_name: 'Bo',
    motto: 'Onward',
    other_answers: '',
  });

  const rowOf = (column: string) =>
    readDictionary(now.form, { withSealed: true, releases }).find((row) => row.column === column);
  expect(
    ['first_name', 'preferred_name', 'called_name', 'toefl_score', 'status'].map((name) => rowOf(name)?.releases),
  ).toEqual([...['1 2', '1', '2', '1', '1 2']]);
  expect(rowOf('toefl_score')).toMatchObject({ question: 'TOEFL Score', kind: 'text' });
  expect(rowOf('marital_status')?.values).toMatch(/divorced = Divorced; widowed = Widowed \(release 1\)$/);
});

test('rows of two seasons can be told apart by their column, in a table and as JSON', async () => {
  const before = await submitted(now, { first_name: 'Earlier' });
  const after = await submitted(now, { first_name: 'Later' });
  await now.db.updateTable('application').set({ season: '2026' }).where('id', '=', before.applicationId).execute();
  const rows = await readApplicationsOf(workerDeps(now), [before.applicationId, after.applicationId], false);
  const column = columnsOf(now.form, { withSealed: false }).find(({ name }) => name === 'season');
  const seasonOf = (id: string) => {
    const row = rows.find(({ application }) => application.id === id);
    return [row && column?.read(row), row && JSON.parse(jsonLine(row)).season];
  };
  expect(seasonOf(before.applicationId)).toEqual(['2026', '2026']);
  const { season } = now.deps.forms.first;
  expect(seasonOf(after.applicationId)).toEqual([season, season]);
});
