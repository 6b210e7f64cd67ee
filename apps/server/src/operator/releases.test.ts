import { answer } from '@firstyear/api-contract/application';
import { indexForm } from '@firstyear/form-engine';
import { type Change, choiceReplaced, choiceWithdrawn, dropped, renamed } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { beforeAll, expect, test } from 'vitest';
import { type ServedForms, servedForms } from '../config/served-forms.ts';
import { newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { suiteApp } from '../testing/app.ts';
import { checkRelease } from './releases.ts';

const FIRST = englishForm(definition);
/** The form without a question and a choice. */
const json = JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })
  .replace('{"kind":"text","key":"toefl_score"', '{"gone":true,"key":"toefl_score"')
  .replace('{"value":"widowed","label":"Widowed"}', '{"gone":true}');
const withoutGone = (_: string, value: unknown): unknown =>
  Array.isArray(value) ? value.filter((item) => !Object.hasOwn(Object(item), 'gone')) : value;
const changes = [dropped('toefl_score'), choiceWithdrawn('marital_status', ['widowed'])];

const server = await suiteApp();
let next: ServedForms;
const nextWith = (migrations: readonly { readonly id: string; readonly changes: readonly Change[] }[], text = json) =>
  servedForms({
    ...server.deps.forms.first,
    form: indexForm({ ...JSON.parse(text, withoutGone), migrations }, FIRST.words),
  });

beforeAll(async () => {
  next = nextWith([{ id: 'freshman-2', changes }]);
  const answers = { toefl_taken: 'yes', toefl_score: '98', marital_status: 'widowed' };
  for (const payload of [answers, { marital_status: 'single' }, {}]) {
    const ada = await newApplicant(server);
    expect((await ada.call(answer, { payload })).status).toBe(200);
  }
  await submitted(server, answers);
});

test('a release check counts the drafts that each change touches, and names changes without a migration', async () => {
  const { db } = server;
  expect(await checkRelease({ db, forms: server.deps.forms })).toBe('freshman: this form is release 1 already.');
  expect((await checkRelease({ db, forms: next })).split('\n')).toEqual([
    'freshman: compared with release 1, this changes:',
    'dropped toefl_score: 1 draft answered it.',
    'choice-withdrawn marital_status: 2 drafts answered it. Of these, 1 chose widowed.',
  ]);
  await expect(checkRelease({ db, forms: nextWith([]) })).rejects.toThrow(
    /NOT WRITTEN {2}The choice widowed.* 2 drafts answered it[.]\nNOT WRITTEN {2}toefl_score is gone.* 1 draft answered it[.]/,
  );
});

test('drafts that were not opened since an earlier release are counted by their old keys and choices', async () => {
  const renaming = [
    renamed('marital_status', 'family_status'),
    choiceReplaced('family_status', { widowed: 'bereaved' }),
  ];
  const then = [choiceWithdrawn('family_status', ['bereaved']), dropped('alien_registration_number')];
  const migrations = [
    { id: 'freshman-2', changes: [...changes.slice(0, 1), ...renaming] },
    { id: 'freshman-3', changes: then },
  ];
  const ada = await newApplicant(server);
  const payload = { citizenship_type: 'permanent_resident', alien_registration_number: '000000000' };
  expect((await ada.call(answer, { payload })).status).toBe(200);
  const forms = nextWith(migrations, json.replaceAll('"marital_status"', '"family_status"'));
  const report = await checkRelease({ db: server.db, forms });
  expect(report.split('\n').slice(-2)).toEqual([
    'choice-withdrawn family_status: 2 drafts answered it. Of these, 1 chose bereaved.',
    // A sealed answer.
    'dropped alien_registration_number: 1 draft answered it.',
  ]);
});

test('a release check names the first release of a form, and a season that hides applications', async () => {
  const { db } = server;
  const { first } = server.deps.forms;
  const elsewhere = servedForms({ ...first, id: 'transfer' });
  expect(await checkRelease({ db, forms: elsewhere })).toBe('transfer: this will be the first release.');
  expect(await checkRelease({ db, forms: servedForms(first, { ...first, id: 'transfer' }) })).toMatch(
    /^freshman: .*\ntransfer: /,
  );
  const later = servedForms({ ...first, season: '2028' });
  expect(await checkRelease({ db, forms: later })).toMatch(/begins the season 2028: .* no longer see theirs/);
});
