import { answer, profile, seeChanges, setAside, submit } from '@firstyear/api-contract/application';
import { presignedUrl } from '@firstyear/api-contract/documents';
import { FORM_RELEASE_HEADER, SAVE_AGE_HEADER } from '@firstyear/api-contract/save-headers';
import type { Answers } from '@firstyear/form-engine';
import {
  type Change,
  choiceReplaced,
  choiceWithdrawn,
  dropped,
  type Migration,
  renamed,
  reworked,
} from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { servedForms } from '../../../config/served-forms.ts';
import { createLog } from '../../../log/create-log.ts';
import { StartRefusal } from '../../../process/start-refusal.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { answerReader } from '../answers/sealed-answers.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../row/applicant.testing.ts';
import { readAttic } from '../row/saved-answers.ts';
import { readContent } from '../submission/content.ts';
import { at, BEFORE, changed, serveLater, stopReleases } from './next-release.testing.ts';
import { comparePage } from './page-release.ts';
import { describeNewerReleases, recordReleases } from './service.ts';

/** Every kind of change in one release. */
const SECOND: readonly Change[] = [
  renamed('preferred_name', 'called_name'),
  reworked('birth_city', ['birth_town', 'birth_region'], ({ birth_city }) => {
    const [birth_town = '', ...others] = String(birth_city).split(' ');
    return { birth_town, birth_region: others.join(' ') };
  }),
  reworked(['counselor_first_name', 'counselor_last_name'], ['counselor_name'], (old) => ({
    counselor_name: `${old.counselor_first_name} ${old.counselor_last_name}`.trim(),
  })),
  choiceReplaced('applied_major', { biology: 'life_sciences' }),
  choiceWithdrawn('marital_status', ['widowed']),
  dropped('toefl_score'),
  reworked('marital_status'),
  reworked('alien_registration_number'),
  renamed('transcript', 'school_record'),
  choiceReplaced('hs_record', { upload: 'send' }),
  renamed('hs_record', 'school_record_tabs'),
];
const SECOND_TEXTS = [
  ['"preferred_name"', '"called_name"'],
  [
    '{"kind":"text","key":"birth_city"',
    '{"kind":"text","key":"birth_region","label":"Region"},{"kind":"text","key":"birth_town"',
  ],
  ['{"kind":"text","key":"counselor_first_name"', '{"gone":true,"key":"counselor_first_name"'],
  ['"key":"counselor_last_name"', '"key":"counselor_name"'],
  ['"value":"biology"', '"value":"life_sciences"'],
  ['{"value":"widowed","label":"Widowed"}', '{"gone":true}'],
  ['{"kind":"text","key":"toefl_score"', '{"gone":true,"key":"toefl_score"'],
  ['"key":"marital_status"', '"key":"marital_status","required":true'],
  ['["permanent_resident","refugee_asylee"]', '["refugee_asylee"]'],
  ['"transcript"', '"school_record"'],
  ['"id":"hs_record"', '"id":"school_record_tabs"'],
  ['"id":"upload"', '"id":"send"'],
] as const;
const TWO: Migration = { id: 'freshman-2', changes: SECOND };
const THREE: Migration = { id: 'freshman-3', changes: [renamed('called_name', 'short_name')] };
const second = () => changed([TWO], ...SECOND_TEXTS);
const third = () => changed([TWO, THREE], ...SECOND_TEXTS, ['"called_name"', '"short_name"']);

let first: TestApp;
let newer: TestApp;
let newest: TestApp;
beforeAll(async () => {
  first = await testApp();
  newer = await serveLater(first, second());
  newest = await serveLater(first, third());
});
afterAll(() => stopReleases(first, newer, newest));

const answersAt = async (server: TestApp, applicant: Client): Promise<Answers> =>
  (await at(server, applicant).call(profile)).body.answer ?? {};
const answered = (answers: Answers) => Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ''));
const rowOf = ({ applicationId }: Applicant) =>
  first.db.selectFrom('application').selectAll().where('id', '=', applicationId).executeTakeFirstOrThrow();

const AFTER = {
  called_name: 'Addie',
  birth_town: 'Sampleton',
  birth_region: 'Kentucky',
  counselor_name: 'Casey Counselor',
  applied_major: 'life_sciences',
  applied_major_desc: 'Biology',
  toefl_taken: 'yes',
  citizenship_type: 'permanent_resident',
};

test("a server of an earlier version says that it can't save what a newer release has moved", async () => {
  // On a database of their own: other tests release once more.
  const earlier = await testApp();
  const [middle, latest] = [await serveLater(earlier, second()), await serveLater(earlier, third())];
  onTestFinished(() => stopReleases(earlier, middle, latest));
  expect(await describeNewerReleases(earlier.db, latest.deps.forms)).toEqual([]);
  expect(await describeNewerReleases(earlier.db, middle.deps.forms)).toEqual([
    expect.stringMatching(
      /^Release 3 of the form freshman has changes .* \(freshman-3\)\. .* To go back, release once more/,
    ),
  ]);
});

test('a page is older or newer than the server by the changes that it names', () => {
  const both = `${TWO.id},${THREE.id}`;
  const ages = ['', TWO.id, both, `${both},freshman-4`, 'nobody-9', `${TWO.id},nobody-9`];
  const compared = ages.map((release) => comparePage(newest.deps.forms.first, release));
  expect(compared).toEqual(['older', 'older', 'same', 'newer', 'newer', 'newer']);
});

test('an answer that is set aside has its reason, and a sealed one stays sealed', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  expect(await readAttic(first.db, ada.applicationId)).toEqual([]);
  await answersAt(newer, ada);
  const attic = await readAttic(first.db, ada.applicationId);
  expect(Object.fromEntries(attic.map(({ key, reason }) => [key, reason]))).toEqual({
    birth_city: 'reworked',
    counselor_first_name: 'reworked',
    counselor_last_name: 'reworked',
    applied_major: 'choice-replaced',
    marital_status: 'choice-withdrawn',
    toefl_score: 'dropped',
    alien_registration_number: 'hidden',
  });
  const score = attic.find(({ key }) => key === 'toefl_score');
  expect([score?.content, score?.sealed_answers]).toEqual([{ values: { toefl_score: '98' } }, {}]);
  const sealed = attic.find(({ key }) => key === 'alien_registration_number');
  expect(sealed).toMatchObject({ content: {}, sealed_answers: { 'attic entry': expect.any(String) } });
  expect(JSON.stringify(attic)).not.toContain('000000000');
  const listed = async () => (await at(newer, ada).call(setAside)).body.answers;
  expect(await listed()).toEqual(
    expect.arrayContaining([
      { key: 'toefl_score', label: 'TOEFL Score', text: '98', taken_at: expect.any(String) },
      { key: 'marital_status', label: 'Marital status', text: 'Widowed', taken_at: expect.any(String) },
    ]),
  );
  expect(await listed()).toHaveLength(3);
  const longAgo = new Date(first.clock.now().getTime() - 31 * 24 * 3_600_000);
  await first.db.updateTable('answer_attic').set({ taken_at: longAgo }).execute();
  expect(await listed()).toEqual([]);
});

test('an applicant sees the changes of each release until they confirm them, and nothing if nothing is new to them', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  const changesAt = async (server: TestApp) => (await at(server, ada).call(profile)).body.changes;
  expect(await changesAt(first)).toBeUndefined();
  const changes = {
    added: [],
    needed: ['marital_status'],
    taken: expect.arrayContaining([
      { key: 'toefl_score', label: 'TOEFL Score', text: '98' },
      { key: 'marital_status', label: 'Marital status', text: 'Widowed' },
    ]),
  };
  expect(await changesAt(newer)).toEqual(changes);
  // A save doesn't confirm the changes.
  await at(newer, ada).call(answer, { payload: { city: 'X' }, headers: { [FORM_RELEASE_HEADER]: TWO.id } });
  expect(await changesAt(newer)).toEqual(changes);
  await at(newer, ada).call(seeChanges);
  // What an earlier page sends, and becomes another choice, is no news.
  await at(newer, ada).call(answer, { payload: { applied_major: 'biology' } });
  expect(await changesAt(newer)).toBeUndefined();
  expect(await changesAt(newest)).toBeUndefined();
  const added = changed(
    [TWO, THREE],
    ...SECOND_TEXTS,
    ['"called_name"', '"short_name"'],
    [
      '{"kind":"text","key":"short_name"',
      '{"kind":"text","key":"motto","label":"Motto"},{"kind":"text","key":"short_name"',
    ],
  );
  const last = await serveLater(first, added);
  expect(await changesAt(last)).toEqual({ added: ['motto'], needed: [], taken: [] });
  await last.app.close();
  await last.jobs.stop();
});

test('a tab that was left open during two releases saves as before, and loses to a newer answer under the new key', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  const old = at(newest, ada);
  const saved = await old.call(answer, {
    payload: { preferred_name: 'Adelaide', toefl_score: '101', city: 'Sampleton' },
  });
  expect(saved).toMatchObject({ status: 200, body: { message: 'Your answers have been saved.' } });
  expect(saved.body.refused).toBeUndefined();
  expect(await answersAt(newest, ada)).toMatchObject({ short_name: 'Adelaide', city: 'Sampleton' });
  const entry = (await readAttic(first.db, ada.applicationId)).find(({ key }) => key === 'toefl_score');
  expect(entry?.content).toMatchObject({ values: { toefl_score: '101' } });
  first.clock.advance(60_000);
  const newTab = at(newest, ada);
  await newTab.call(answer, {
    payload: { short_name: 'Newest' },
    headers: { [FORM_RELEASE_HEADER]: `${TWO.id},${THREE.id}` },
  });
  await old.call(answer, { payload: { preferred_name: 'Late' }, headers: { [SAVE_AGE_HEADER]: '30000' } });
  expect(await answersAt(newest, ada)).toMatchObject({ short_name: 'Newest' });
});

test('a late save from an outdated page never overwrites a newer answer to a question that was not renamed either', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: { city: 'Newest' } });
  await answersAt(newer, ada);
  const old = at(newer, ada);
  await old.call(answer, { payload: { city: 'Late' }, headers: { [SAVE_AGE_HEADER]: '30000' } });
  expect(await answersAt(newer, ada)).toMatchObject({ city: 'Newest' });
});

test('a save that needs the rest of the draft is migrated with it, and the answer typed last wins', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  await answersAt(newer, ada);
  first.clock.advance(60_000);
  const old = at(newer, ada);
  const saved = await old.call(answer, {
    payload: { counselor_first_name: 'Sam', city: 'Testville', toefl_score: '7' },
  });
  expect(saved.body).toMatchObject({ form_changed: true });
  expect(saved.body.refused).toBeUndefined();
  const counselor = 'counselor_name';
  expect(await answersAt(newer, ada)).toMatchObject({ ...AFTER, [counselor]: 'Sam Counselor', city: 'Testville' });
  const late = { payload: { counselor_last_name: 'Late' }, headers: { [SAVE_AGE_HEADER]: '30000' } };
  expect((await old.call(answer, late)).status).toBe(200);
  expect(await answersAt(newer, ada)).toMatchObject({ [counselor]: 'Sam Counselor' });
  // Of the two names, each was typed last on its own.
  await old.call(answer, { payload: { counselor_last_name: 'Newest' } });
  expect(await answersAt(newer, ada)).toMatchObject({ [counselor]: 'Sam Newest' });
});

test('a save from an unknown release is refused with form_changed, and changes nothing', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  await answersAt(newer, ada);
  const before = await rowOf(ada);
  const unknown = await at(newer, ada).call(answer, {
    payload: { city: 'X' },
    headers: { [FORM_RELEASE_HEADER]: 'nobody-9' },
  });
  expect(unknown).toMatchObject({ status: 409, body: { code: 'form_changed' } });
  expect(await rowOf(ada)).toEqual(before);
});

test('an older server saves what a page of the newer release sends to a draft that has moved on', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  await answersAt(newer, ada);
  first.clock.advance(1000);
  const headers = { [FORM_RELEASE_HEADER]: TWO.id };
  const payload = { called_name: 'Ads', birth_region: 'Ohio', nobody_asks: 'x' };
  const response = await ada.call(answer, { payload, headers });
  expect([response.status, Object.keys(response.body.refused ?? {})]).toEqual([200, ['nobody_asks']]);
  const typed = { called_name: 'Ads', birth_town: 'Sampleton', birth_region: 'Ohio' };
  for (const server of [first, newer]) expect(await answersAt(server, ada)).toMatchObject(typed);
  expect((await ada.call(profile)).body.release).toBe(TWO.id);
});

test('what only a newer server can do is not acknowledged by an older one, and the page tries again', async () => {
  const ada = await newApplicant(first);
  await fillIn(first, ada, BEFORE);
  await answersAt(newer, ada);
  const before = await rowOf(ada);
  expect(await ada.call(answer, { payload: { preferred_name: 'Ads' } })).toMatchObject({
    ...{ status: 503, body: { code: 'overloaded' } },
  });
  expect((await ada.call(submit)).status).toBe(503);
  const file = { answer_key: 'transcript', file_size: 9 };
  expect((await ada.call(presignedUrl, { payload: file })).status).toBe(503);
  expect(await rowOf(ada)).toEqual(before);
  const again = await at(newer, ada).call(answer, { payload: { preferred_name: 'Ads' } });
  expect(again.status).toBe(200);
  expect(await answersAt(newer, ada)).toMatchObject({ called_name: 'Ads' });
  const tooNew = await newApplicant(first);
  const headers = { [FORM_RELEASE_HEADER]: TWO.id };
  expect((await tooNew.call(answer, { payload: { called_name: 'Ads' }, headers })).status).toBe(503);
});

test('going back is one more release, which brings back what was removed', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  await answersAt(newer, ada);
  const back: Migration = {
    id: 'freshman-4',
    changes: [
      renamed('called_name', 'preferred_name'),
      reworked(['birth_town', 'birth_region'], ['birth_city'], (old) => ({
        birth_city: `${old.birth_town} ${old.birth_region}`.trim(),
      })),
      reworked('counselor_name', ['counselor_first_name', 'counselor_last_name'], ({ counselor_name }) => {
        const [counselor_first_name = '', ...others] = String(counselor_name).split(' ');
        return { counselor_first_name, counselor_last_name: others.join(' ') };
      }),
      choiceReplaced('applied_major', { life_sciences: 'biology' }),
      reworked(['marital_status']),
      reworked(['toefl_score']),
      reworked(['alien_registration_number']),
      renamed('school_record', 'transcript'),
      renamed('school_record_tabs', 'hs_record'),
      choiceReplaced('hs_record', { send: 'upload' }),
    ],
  };
  const later = await serveLater(first, changed([TWO, back]));
  expect(answered(await answersAt(later, ada))).toMatchObject(BEFORE);
  expect((await at(later, ada).call(setAside)).body.answers).toEqual([]);
  await later.app.close();
  await later.jobs.stop();
});

test('a submission stays unchanged, and a draft is submitted with the newest release', async () => {
  const applicant = await submitted(first, BEFORE);
  const before = await rowOf(applicant);
  expect(await answersAt(newer, applicant)).toMatchObject({ preferred_name: 'Addie', marital_status: 'widowed' });
  expect(await rowOf(applicant)).toEqual(before);
  const draft = await newApplicant(first);
  await fillIn(first, draft, BEFORE);
  // The withdrawn marital status has to be answered again.
  const newPage = { headers: { [FORM_RELEASE_HEADER]: TWO.id } };
  expect(await at(newer, draft).call(submit, newPage)).toMatchObject({ status: 422 });
  expect(await at(newer, draft).call(submit)).toMatchObject({ status: 409, body: { code: 'form_changed' } });
  await at(newer, draft).call(answer, {
    payload: { marital_status: 'single' },
    headers: { [FORM_RELEASE_HEADER]: TWO.id },
  });
  expect(await at(newer, draft).call(submit)).toMatchObject({
    status: 200,
    body: { answer: { called_name: 'Addie' } },
  });
});

test("the office reads a draft that hasn't been opened since in the new form, and nothing is written", async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: BEFORE });
  const before = await rowOf(ada);
  const answers = answerReader(first.deps.config.secret, createLog('silent'));
  const { content } = await readContent({ db: first.db, forms: newer.deps.forms, answers }, before);
  expect(content.answers).toMatchObject(AFTER);
  expect(await rowOf(ada)).toEqual(before);
});

test("a form whose meaning changed without a migration doesn't start", async () => {
  const silent = changed([], ...SECOND_TEXTS);
  const start = recordReleases(first.db, servedForms({ ...first.deps.forms.first, form: silent }), first.clock.now());
  await expect(start).rejects.toThrow(/preferred_name is gone.*birth_city.*transcript/s);
  await expect(start).rejects.toThrow(StartRefusal);
});
