import { answer } from '@firstyear/api-contract/application';
import { indexForm } from '@firstyear/form-engine';
import { type Change, choiceReplaced, choiceWithdrawn, dropped, renamed } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedForms, servedForms } from '../config/served-forms.ts';
import { recordReleases } from '../modules/application/releases/service.ts';
import { newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { checkRelease, reportDifference, reportReleases } from './releases.ts';

const FIRST = englishForm(definition);
/** The form without a question and a choice. */
const json = JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })
  .replace('{"kind":"text","key":"toefl_score"', '{"gone":true,"key":"toefl_score"')
  .replace('{"value":"widowed","label":"Widowed"}', '{"gone":true}');
const withoutGone = (_: string, value: unknown): unknown =>
  Array.isArray(value) ? value.filter((item) => !Object.hasOwn(Object(item), 'gone')) : value;
const changes = [dropped('toefl_score'), choiceWithdrawn('marital_status', ['widowed'])];

let server: TestApp;
let next: ServedForms;
const nextWith = (migrations: readonly { readonly id: string; readonly changes: readonly Change[] }[], text = json) =>
  servedForms({
    ...server.deps.forms.first,
    form: indexForm({ ...JSON.parse(text, withoutGone), migrations }, FIRST.words),
  });

beforeAll(async () => {
  server = await testApp();
  next = nextWith([{ id: 'freshman-2', changes }]);
  const answers = { toefl_taken: 'yes', toefl_score: '98', marital_status: 'widowed' };
  for (const payload of [answers, { marital_status: 'single' }, {}]) {
    const ada = await newApplicant(server);
    expect((await ada.call(answer, { payload })).status).toBe(200);
  }
  await submitted(server, answers);
});
afterAll(() => server.stop());

test('a release check counts the drafts that each change touches, and names changes without a migration', async () => {
  const { db } = server;
  const clock = server.clock.now;
  expect(await checkRelease({ db, clock, forms: server.deps.forms })).toBe('freshman: this form is release 1 already.');
  expect((await checkRelease({ db, clock, forms: next })).split('\n')).toEqual([
    'freshman: compared with release 1, this changes:',
    'dropped toefl_score: 1 draft answered it.',
    'choice-withdrawn marital_status: 2 drafts answered it. Of these, 1 chose widowed.',
  ]);
  await expect(checkRelease({ db, clock, forms: nextWith([]) })).rejects.toThrow(
    /NOT WRITTEN {2}The choice widowed.* 2 drafts answered it[.]\nNOT WRITTEN {2}The question toefl_score is gone.* 1 draft answered it[.]/,
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
  const report = await checkRelease({ db: server.db, clock: server.clock.now, forms });
  expect(report.split('\n').slice(-2)).toEqual([
    'choice-withdrawn family_status: 2 drafts answered it. Of these, 1 chose bereaved.',
    // A sealed answer.
    'dropped alien_registration_number: 1 draft answered it.',
  ]);
});

test('every release is listed with its new migrations, and two can be compared', async () => {
  const { db } = server;
  await recordReleases(db, next, server.clock.now());
  const lines = (await reportReleases({ db, forms: next })).split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^freshman 1 {2}\d{4}-\S+Z {2}[\da-f]{16}$/),
    expect.stringMatching(/^freshman 2 .* {2}freshman-2 {2}serves$/),
  ]);
  expect((await reportDifference({ db, forms: next }, 1, 2)).split('\n')).toEqual([
    'The choice widowed of marital_status is gone.',
    'The question toefl_score is gone.',
  ]);
  expect(await reportDifference({ db, forms: next }, 2, 1)).toBe('The question toefl_score is new.');
  await expect(reportDifference({ db, forms: next }, 1, 9)).rejects.toThrow('There is no release 9');
});

test('migrations may be removed once no draft needs them and the season is closed, and not before', async () => {
  const { db } = server;
  const at = (moment: string, forms = next) => checkRelease({ db, forms, clock: () => new Date(moment) });
  const ended = nextWith([{ id: 'freshman-2', changes: [] }]);
  await expect(at('2030-01-01T00:00:00Z', ended)).rejects.toThrow(
    /^NOT WRITTEN {2}freshman-2 has no changes any more, and \d drafts still need them\.$/m,
  );
  // Some drafts have not been opened since.
  expect(await at('2030-01-01T00:00:00Z')).not.toContain('behind it');
  const { releaseId } = (await recordReleases(db, next, server.clock.now())).first;
  await db.updateTable('application').set({ release_id: releaseId }).execute();
  expect(await at('2026-11-25T12:00:00Z')).toContain('freshman-2 behind it: these may end when it is closed.');
  expect(await at('2030-01-01T00:00:00Z')).toContain('freshman-2 behind it: these may end now, since it is closed.');
  expect(await at('2030-01-01T00:00:00Z', ended)).toMatch(/: compared with release 2, nothing changes in meaning\.$/);
});

test('a renamed question is reported between two releases', async () => {
  const { db } = server;
  const renaming = { id: 'freshman-3', changes: [renamed('marital_status', 'family_status')] };
  const migrations = [{ id: 'freshman-2', changes }, renaming];
  const forms = nextWith(migrations, json.replaceAll('"marital_status"', '"family_status"'));
  await recordReleases(db, forms, server.clock.now());
  expect(await reportDifference({ db, forms }, 2, 3)).toBe('The question marital_status is family_status now.');
});
