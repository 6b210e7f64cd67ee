import { expect, test } from 'vitest';
import { readSchool } from './school-words.ts';
import type { Candidate } from './search-repository.ts';

const school: Candidate = {
  id: '1',
  category: 'college_ceeb',
  name: 'Univ. of Testville-Main Campus',
  aliases: ['Test U'],
  ceeb: '',
  address_line_1: '1 Test Street',
  city: 'Testville',
  state: 'KY',
  zip: '',
  country: 'US',
  closed: false,
};

test('the words of a school are grouped by where they are', () => {
  expect(readSchool(school)).toEqual({
    name: ['univ', 'of', 'testville', 'main', 'campus', 'university'],
    nameLetters: 'univoftestvillemaincampus',
    key: 'university testville',
    keyLetters: 'universitytestville',
    keyWords: ['university', 'testville'],
    initials: 'ut',
    aliasKeys: ['test u'],
    aliasWords: ['test', 'u'],
    city: ['testville'],
    cityLetters: 'testville',
    state: ['ky', 'kentucky'],
    isMainCampus: false,
  });
});

test('the words of a school are cached', () => {
  expect(readSchool({ ...school, address_line_1: '2 Test Street' })).toBe(readSchool(school));
});

test.each([
  [{ name: 'Sample College' }, { key: 'sample college' }],
  [{ city: 'Sampletown' }, { city: ['sampletown'] }],
  [{ state: 'OH' }, { state: ['oh', 'ohio'] }],
  [{ aliases: ['Sample'] }, { aliasKeys: ['sample'] }],
  [{ aliases: [] }, { aliasKeys: [] }],
])('the words of a school are read again after it changes: %j', (change, words) => {
  readSchool(school);
  expect(readSchool({ ...school, ...change })).toMatchObject(words);
});

test('schools that were not used recently leave the cache', () => {
  const first = readSchool(school);
  const other: Candidate = { ...school, category: 'hs_ceeb', name: 'Sample', aliases: [] };
  for (let id = 2; id < 10_100; id += 1) readSchool({ ...other, id: String(id) });
  const again = readSchool(school);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});
