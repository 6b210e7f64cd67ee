import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
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

test('the sheets of a workbook are named after their form where it has several', async () => {
  const alone = await sheetNames('freshman');
  expect(alone.some((name) => name?.includes('freshman'))).toBe(false);
  const both = await sheetNames('freshman', 'transfer');
  expect(new Set(both).size).toBe(both.length);
  expect(both.filter((name) => name?.startsWith('transfer '))).toHaveLength(alone.length - 1);
});
