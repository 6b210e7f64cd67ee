import { answer, lastPage, profile, submit } from '@firstyear/api-contract/application';
import { conversionStatus, deleteDocument } from '@firstyear/api-contract/documents';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import { type Answers, answerOf } from '@firstyear/form-engine';
import { renamed } from '@firstyear/form-engine/releases';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { fillIn, newApplicant } from '../row/applicant.testing.ts';
import { endConversion, upload } from '../uploads/uploading.testing.ts';
import { at, changed, serveLater, stopReleases } from './next-release.testing.ts';
import { hashOf } from './service.ts';

const NEW_QUESTIONS = `{"kind":"text","key":"motto","label":"Motto"},{"kind":"text","key":"code_word","label":"Code word","sealed":true},
  {"kind":"file","key":"portfolio","label":"Portfolio"},
  {"kind":"select","key":"game","label":"Game","options":[{"value":"chess","label":"Chess"},{"value":"go","label":"Go"}]},`;
const ADDED = [
  ['{"pages":[', '{"pages":[{"id":"clubs","navLabel":"Clubs","title":"Clubs","items":[]},'],
  ['{"kind":"text","key":"preferred_name"', `${NEW_QUESTIONS}{"kind":"text","key":"preferred_name"`],
] as const;
const RENAMED = {
  id: 'newer-3',
  changes: [renamed('preferred_name', 'called_name'), renamed('education', 'school')],
};

let old: TestApp;
/** Has more questions, and no migration. */
let next: TestApp;
/** Has the same questions as the next release, with other names. */
let last: TestApp;
beforeAll(async () => {
  old = await testApp();
  next = await serveLater(old, changed([], ...ADDED));
  const names = [
    ['"preferred_name"', '"called_name"'],
    ['"id":"education"', '"id":"school"'],
  ] as const;
  last = await serveLater(old, changed([RENAMED], ...ADDED, ...names));
});
afterAll(() => stopReleases(old, next, last));

const answersAt = async (server: TestApp, applicant: Client): Promise<Answers> =>
  (await at(server, applicant).call(profile)).body.answer ?? {};
const stored = (applicationId: string) =>
  old.db
    .selectFrom('application')
    .select(['answers', 'sealed_answers', 'last_page'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();

const GIVEN = { city: 'Sampleton', motto: 'Onward', game: 'go', game_desc: 'Go', code_word: 'lantern' };
const KEPT = { city: 'Sampleton', motto: 'Onward', game: 'go', game_desc: 'Go', code_word: 'lantern' };

test('during a rollout, a server of the previous release saves answers to questions that only the new one asks', async () => {
  const ada = await newApplicant(old);
  const response = await ada.call(answer, { payload: GIVEN });
  expect([response.status, response.body]).toEqual([200, { message: expect.any(String) }]);
  for (const server of [old, next]) expect(await answersAt(server, ada)).toMatchObject(KEPT);

  // Later saves there, from pages of either release, leave them unchanged and sealed.
  await ada.call(answer, { payload: { city: 'Exampleville' } });
  expect(await answersAt(next, ada)).toMatchObject({ ...KEPT, city: 'Exampleville' });
  const { answers, sealed_answers } = await stored(ada.applicationId);
  expect(Object.keys(sealed_answers)).toEqual(['code_word']);
  expect(JSON.stringify(answers)).not.toContain('lantern');
  await at(next, ada).call(answer, { payload: { motto: '' } });
  expect(await answersAt(old, ada)).toMatchObject({ motto: '' });
  expect(await answersAt(last, ada)).toMatchObject({ ...KEPT, city: 'Exampleville', motto: '' });
});

test('it also takes a file for a question that only the new one asks', async () => {
  const ada = await newApplicant(old);
  const params = { key: 'portfolio' };
  const file = new TextEncoder().encode('%PDF-1.7\nWorks.');
  expect((await upload(old, ada, file, 'works.pdf', params)).status).toBe(200);
  expect((await ada.call(conversionStatus, { params })).body.status).toBe('UNPROCESSED');
  await endConversion(old, ada.applicationId);
  for (const server of [old, next, last]) expect(await answersAt(server, ada)).toMatchObject({ portfolio: 'ANSWERED' });
  expect((await ada.call(deleteDocument, { params })).status).toBe(200);
  expect(await answersAt(next, ada)).toMatchObject({ portfolio: '' });
  // A question of both releases takes a file, too, after the newer server has moved the draft.
  expect((await upload(old, ada, file, 'record.pdf')).status).toBe(200);
});

test('[AMB-082] answers that no release asks for are refused by name, whichever release the page names', async () => {
  const ada = await newApplicant(old);
  for (const [server, headers] of [
    [old, {}],
    [last, { [FORM_RELEASE_HEADER]: RENAMED.id }],
    [old, { [FORM_RELEASE_HEADER]: RENAMED.id }],
  ] as const) {
    const page = at(server, ada);
    await page.call(profile);
    const { body } = await page.call(answer, { payload: { ...GIVEN, nobody_asks: 'x', game: true }, headers });
    expect(Object.keys(body.refused ?? {}).sort()).toEqual(['game', 'nobody_asks']);
    const alone = await page.call(answer, { payload: { nobody_asks: 'x' }, headers });
    expect([alone.status, alone.body]).toMatchObject([400, { code: 'bad_answer' }]);
  }
  expect(await answersAt(last, ada)).not.toHaveProperty('nobody_asks');
});

test('[AMB-082] an answer that only an earlier release asked for is refused', async () => {
  const ada = await newApplicant(old);
  const headers = { [FORM_RELEASE_HEADER]: RENAMED.id };
  const { status } = await at(last, ada).call(answer, { payload: { preferred_name: 'Addie' }, headers });
  expect(status).toBe(400);
});

test('a server of the previous release saves the last page, by its own name or one that only the new release has', async () => {
  const ada = await newApplicant(old);
  const pageAt = async (server: TestApp) => (await at(server, ada).call(profile)).body.last_page;
  const go = async (last_page: string) => (await ada.call(lastPage, { payload: { last_page } })).status;
  expect(await go('/school')).toBe(200);
  expect(await pageAt(old)).toBe('/school');
  expect(await go('/clubs')).toBe(200);
  expect([await pageAt(old), await pageAt(next)]).toEqual(['/clubs', '/clubs']);
  expect(await go('/nowhere')).toBe(400);
  expect((await at(last, ada).call(lastPage, { payload: { last_page: '/nowhere' } })).status).toBe(400);
});

const KEYS = ['city', 'preferred_name', 'motto', 'code_word', 'game', 'marital_status'] as const;
const valuesFor = (key: string) =>
  fc.constantFrom(
    '',
    ...(key === 'game' ? ['chess', 'go'] : key === 'marital_status' ? ['single', 'widowed'] : ['Ada', 'Bo ']),
  );
const saves = fc.array(
  fc.record({
    isOld: fc.boolean(),
    payload: fc
      .tuple(...KEYS.map((key) => fc.option(valuesFor(key), { nil: undefined })))
      .map((values) =>
        Object.fromEntries(KEYS.flatMap((key, place) => (values[place] === undefined ? [] : [[key, values[place]]]))),
      ),
  }),
  { minLength: 1, maxLength: 6 },
);

test('whichever of two servers accepts a save, the new one shows the same answers as if it had accepted all', async () => {
  await fc.assert(
    fc.asyncProperty(saves, async (all) => {
      const [mixed, reference] = [await newApplicant(old), await newApplicant(old)];
      for (const { isOld, payload } of all) {
        old.clock.advance(10);
        for (const [applicant, server] of [
          [mixed, isOld ? old : next],
          [reference, next],
        ] as const) {
          expect((await at(server, applicant).call(answer, { payload })).status).toBe(200);
        }
      }
      const [one, other] = [await answersAt(next, mixed), await answersAt(next, reference)];
      const keys = Object.keys({ ...one, ...other });
      expect(keys.map((key) => [key, answerOf(one, key)])).toEqual(keys.map((key) => [key, answerOf(other, key)]));
    }),
    { numRuns: 20 },
  );
});

test('a page of a newer release that submits at a server of the previous one is told so, an older page to try again', async () => {
  const ada = await newApplicant(old);
  await fillIn(old, ada);
  await at(last, ada).call(profile);
  const newer = await ada.call(submit, { headers: { [FORM_RELEASE_HEADER]: RENAMED.id } });
  expect([newer.status, newer.body.code]).toEqual([409, 'form_changed']);
  const older = await ada.call(submit);
  expect([older.status, older.body.code]).toEqual([503, 'overloaded']);
});

const submittedWith = ({ db }: TestApp, applicationId: string) =>
  db
    .selectFrom('submission')
    .select(['release_id', 'form_version'])
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
const releaseOf = ({ deps, form }: TestApp) => ({
  release_id: deps.forms.first.releaseId,
  form_version: hashOf(form),
});

test('a submission at a server of the previous release has the new form if its answers are complete by it', async () => {
  const [ada, bo] = [await newApplicant(old), await newApplicant(old)];
  for (const applicant of [ada, bo]) await fillIn(old, applicant);
  await ada.call(answer, { payload: { motto: 'Onward' } });
  expect((await ada.call(submit)).status).toBe(200);
  expect(await submittedWith(old, ada.applicationId)).toEqual(releaseOf(next));
  expect((await at(next, ada).call(profile)).body.form).toBeUndefined();
  expect(JSON.stringify((await ada.call(profile)).body.form)).toContain('"motto"');
  expect((await bo.call(submit)).status).toBe(200);
  expect(await submittedWith(old, bo.applicationId)).toEqual(releaseOf(old));
});

test('after a release was rolled back, a submission needs none of its required questions', async () => {
  const server = await testApp();
  const oath =
    '{"kind":"text","key":"oath","label":"Oath","required":true},{"kind":"text","key":"creed","label":"Creed"},{"kind":"text","key":"motto"';
  const takenBack = await serveLater(server, changed([], ...ADDED, ['{"kind":"text","key":"motto"', oath]));
  const cy = await newApplicant(server);
  await fillIn(server, cy);
  expect((await cy.call(answer, { payload: { creed: 'Onward' } })).status).toBe(200);
  expect((await cy.call(submit)).status).toBe(200);
  expect(await submittedWith(server, cy.applicationId)).toEqual(releaseOf(server));
  await stopReleases(server, takenBack);
});
