import { answer, profile, seeChanges, setAside } from '@firstyear/api-contract/application';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import { dropped, renamed, reworked } from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import { readAttic } from '../row/saved-answers.ts';
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
  renamed('alien_registration_number', 'alien_number'),
];
const SECOND = { id: 'unfit-2', changes: CHANGES };
const THIRD = { id: 'unfit-3', changes: [dropped('alien_number')] };
const SECOND_TEXTS = [
  ['"preferred_name"', '"called_name"'],
  ['"key":"birth_city"', '"maxLength":9,"key":"birth_town"'],
] as const;
const GIVEN = { preferred_name: 'Ada\nTestperson', birth_city: 'Sampleton Kentucky' };

let first: TestApp;
let next: TestApp;
let last: TestApp;
beforeAll(async () => {
  first = await testApp({ form: changed([], LINES) });
  next = await serveLater(first, changed([SECOND], ...SECOND_TEXTS, ['"alien_registration_number"', '"alien_number"']));
  last = await serveLater(
    first,
    changed([SECOND, THIRD], ...SECOND_TEXTS, [
      '{"kind":"text","key":"alien_registration_number"',
      '{"gone":true,"key":"alien_registration_number"',
    ]),
  );
});
afterAll(() => stopReleases(first, next, last));

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

test('an answer that a release in between still asked for tells nobody that they have seen the changes before it', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: { birth_city: GIVEN.birth_city } });
  const between = at(next, ada);
  await between.call(profile);
  first.clock.advance(1000);
  const payload = { citizenship_type: 'permanent_resident', alien_number: '000000000' };
  await at(last, ada).call(answer, { payload, headers: { [FORM_RELEASE_HEADER]: SECOND.id } });
  const { changes } = (await at(last, ada).call(profile)).body;
  expect(changes?.taken.map(({ key }) => key)).toContain('birth_town');
});

test('a sealed answer whose question was renamed and then dropped stays sealed', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, {
    payload: { citizenship_type: 'permanent_resident', alien_registration_number: '000000000' },
  });
  // Over both releases at once: neither of the two forms has a question of this name.
  await at(last, ada).call(profile);
  const attic = await readAttic(first.db, ada.applicationId);
  expect(attic).toMatchObject([
    { key: 'alien_number', reason: 'dropped', content: {}, sealed_answers: { 'attic entry': expect.any(String) } },
  ]);
  expect(JSON.stringify(attic)).not.toContain('000000000');
});
