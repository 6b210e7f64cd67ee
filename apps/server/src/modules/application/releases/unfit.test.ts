import { answer, profile, seeChanges, setAside } from '@firstyear/api-contract/application';
import { renamed, reworked } from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import { at, changed, serveLater, stopReleases } from './next-release.testing.ts';

const LINES = [
  '{"kind":"text","key":"preferred_name"',
  '{"kind":"textarea","limit":99,"key":"preferred_name"',
] as const;
/** A name of several lines becomes one of one line, and a city a shorter one; both have other keys. */
const CHANGES = [
  renamed('preferred_name', 'called_name'),
  renamed('birth_city', 'birth_town'),
  reworked('called_name'),
  reworked('birth_town'),
];
const GIVEN = { preferred_name: 'Ada\nTestperson', birth_city: 'Sampleton Kentucky' };

let first: TestApp;
let next: TestApp;
beforeAll(async () => {
  first = await testApp({ form: changed([], LINES) });
  const form = changed(
    [{ id: 'unfit-2', changes: CHANGES }],
    ['"preferred_name"', '"called_name"'],
    ['"key":"birth_city"', '"maxLength":9,"key":"birth_town"'],
  );
  next = await serveLater(first, form);
});
afterAll(() => stopReleases(first, next));

const profileOf = async (applicant: Applicant) => (await at(next, applicant).call(profile)).body;
const asideOf = async (applicant: Applicant) =>
  (await at(next, applicant).call(setAside)).body.answers?.map(({ text }) => text);

test('a moved answer that its new question refuses is kept and shown, and the question is empty', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: GIVEN });
  const { answer: answers, changes } = await profileOf(ada);
  expect(answers).toMatchObject({ called_name: '', birth_town: '' });
  expect(changes?.taken).toEqual(
    expect.arrayContaining([
      { key: 'called_name', label: 'Preferred Name', text: GIVEN.preferred_name },
      { key: 'birth_town', label: 'City of birth', text: GIVEN.birth_city },
    ]),
  );
  expect((await asideOf(ada))?.toSorted()).toEqual([GIVEN.preferred_name, GIVEN.birth_city]);
});

test('so is one from a tab of the earlier release, also when the applicant has seen the changes', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: { birth_city: 'Sampleton', city: 'Testville' } });
  await at(next, ada).call(profile);
  await at(next, ada).call(seeChanges);
  first.clock.advance(1000);
  const saved = await at(next, ada).call(answer, { payload: { ...GIVEN, city: 'Exampleville' } });
  expect([saved.status, saved.body.refused]).toEqual([200, undefined]);
  const { answer: answers, changes } = await profileOf(ada);
  expect(answers).toMatchObject({ city: 'Exampleville', called_name: '', birth_town: '' });
  expect(changes?.taken.map(({ text }) => text).toSorted()).toEqual([GIVEN.preferred_name, GIVEN.birth_city]);
  expect((await asideOf(ada))?.toSorted()).toEqual([GIVEN.preferred_name, GIVEN.birth_city]);
});
