import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition as alderfinch } from '@firstyear/partners/alderfinch/form';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { peopleColumns } from './people-columns.ts';
import { workbookOf } from './workbook.ts';

const about = {
  ...{
    university: 'Larkmoor',
    timeZone: 'America/New_York',
    made: new Date('2026-11-21T12:00:00Z'),
    by: 'Grace Staff',
  },
  ...{ purpose: 'for the committee', filter: [], chosen: null },
};
const part = (id: string) => ({
  id,
  form: englishForm(definition),
  partner: {},
  releases: [],
  stages: [],
  applications: [],
});
async function sheetNames(...ids: readonly string[]): Promise<readonly (string | undefined)[]> {
  const { file } = await workbookOf(ids.map(part), about);
  const parts = await unpackWordZip(file);
  const workbook = parts.get('xl/workbook.xml')?.toString() ?? '';
  return [...workbook.matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name);
}

test('titles are words: of questions with the same label, they say of which address, person or date', () => {
  const { columns, blocks } = peopleColumns(part('').form, { releases: [], stages: [] }, null);
  const titles = columns.filter(({ group }) => group !== 'For programs').map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.filter((title) => /_/.test(title))).toEqual([]);
  expect(titles).toContain('Permanent address: City');
  expect(titles).toContain('When did you take the SAT?: Month');
  expect(blocks.map(({ title }) => title)).toEqual(['School', 'Course', 'Job']);
});

test('questions that are alike on one page are told apart by the question before them', () => {
  const { columns } = peopleColumns(englishForm(alderfinch), { releases: [], stages: [] }, null);
  const titles = columns.filter(({ group }) => group !== 'For programs').map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.filter((title) => /_/.test(title))).toEqual([]);
  expect(titles).toContain('Your portfolio: Medium and size, after “Title of the first work”');
});

test('the meaning of each column is there once, under its title', async () => {
  const { file } = await workbookOf([part('freshman')], about);
  const texts = [...(await unpackWordZip(file)).values()].join('');
  const states = texts.match(/>School: State\/Province</g);
  expect(states).toHaveLength(1);
});

test('the sheets of a workbook are named after their form where it has several', async () => {
  const alone = await sheetNames('freshman');
  expect(alone.some((name) => name?.includes('freshman'))).toBe(false);
  const both = await sheetNames('freshman', 'transfer');
  expect(new Set(both).size).toBe(both.length);
  expect(both.filter((name) => name?.startsWith('transfer '))).toHaveLength(alone.length - 1);
});
