import { serviceApplication, submit } from '@firstyear/api-contract';
import { type Form, type FormDefinition, formProblems, indexForm } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servedForms } from '../../../config/served-forms.ts';
import { createLog } from '../../../log/create-log.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { readApplications, textForm } from '../../office/export/service.ts';
import { mintStaffToken } from '../../office/service-view/service.ts';
import { answerReader } from '../answers/answer-reader.ts';
import { fillIn, newApplicant } from '../row/applicant.testing.ts';
import { formOf, hashOf, recordReleases } from './service.ts';

const FIRST = englishForm(definition);
const DAY = new Date('2026-11-20T12:00:00Z');

/** The form of next year: other words, options, order and kinds, and a question less. */
function nextForm(): Form {
  const text = JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })
    .replaceAll('"First Name"', '"Given name"')
    .replaceAll('"Gender"', '"How do you describe yourself?"')
    .replaceAll('"label":"Female"', '"label":"A woman"')
    .replace('{"kind":"text","key":"toefl_score"', '{"kind":"textarea","limit":90,"key":"toefl_score"')
    .replace('"key":"preferred_name"', '"gone":true');
  const withoutGone = (_: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((item) => !Object.hasOwn(Object(item), 'gone')) : value;
  const definition: FormDefinition = JSON.parse(text, withoutGone);
  const [about, ...others] = definition.pages;
  if (about === undefined) throw new Error('There is no page.');
  const pages = [{ ...about, items: about.items.toReversed() }, ...others];
  return indexForm({ pages, roles: { given_name: 'first_name', family_name: 'last_name' } }, FIRST.words);
}

let first: TestApp;
let next: TestApp;
beforeAll(async () => {
  first = await testApp();
  next = await testApp({ database: first.database, config: first.deps.config, form: nextForm() });
});
afterAll(async () => {
  await next.app.close();
  await next.jobs.stop();
  await first.stop();
});

const releases = () =>
  first.db.selectFrom('form_release').select(['partner', 'number', 'hash']).orderBy('number').execute();

test('a form that is kept as JSON is the same form, and its hash sees rules, words and options', () => {
  const kept = indexForm(JSON.parse(JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })), FIRST.words);
  expect(kept).toEqual(FIRST);
  expect(hashOf(kept)).toBe(hashOf(FIRST));
  expect(formProblems(nextForm())).toEqual([]);
  const other = JSON.stringify({ pages: FIRST.pages }).replace('"maximum":800', '"maximum":790');
  expect(hashOf(indexForm(JSON.parse(other), FIRST.words))).not.toBe(hashOf(FIRST));
});

test('each form that serves is kept once, under the next number, also when several servers start at once', async () => {
  const served = (form: Form) => servedForms({ ...first.deps.forms.first, form });
  await Promise.all([FIRST, nextForm(), FIRST].map((form) => recordReleases(first.db, served(form), DAY)));
  await recordReleases(first.db, first.deps.forms, DAY);
  const kept = await releases();
  expect(kept.map(({ number }) => number)).toEqual([1, 2]);
  expect(new Set(kept.map(({ hash }) => hash))).toEqual(new Set([hashOf(FIRST), hashOf(nextForm())]));
  const elsewhere = { ...first.deps.forms.first, partner: { ...partner, slug: 'elsewhere' } };
  await recordReleases(first.db, servedForms(elsewhere), DAY);
  expect((await releases()).filter((one) => one.partner === 'elsewhere')).toMatchObject([{ number: 1 }]);
});

test('what was submitted is shown and exported with its own form, a draft with the one that serves', async () => {
  const overrides = { gender: 'female', gender_desc: 'Female', preferred_name: 'Addie' };
  const [ada, bo] = [await newApplicant(first), await newApplicant(first)];
  await fillIn(first, ada, overrides);
  expect((await ada.call(submit)).status).toBe(200);
  await fillIn(first, bo, overrides);

  const view = async (applicationId: string) => {
    const application = await first.db
      .selectFrom('application')
      .selectAll()
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow();
    const service_token = await mintStaffToken({ ...next.deps, operator: 'grace' }, application, 9);
    return (await next.client().call(serviceApplication, { query: { service_token } })).body;
  };
  const [sent, draft] = [await view(ada.applicationId), await view(bo.applicationId)];
  expect(sent.form).toEqual(JSON.parse(JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })));
  expect(draft.form).toBeUndefined();

  const answers = answerReader(next.deps.config.secret, createLog('silent'));
  const texts = new Map<string, string>();
  const filter = {
    statuses: ['none', 'started', 'validating', 'submitted'],
    since: undefined,
    until: new Date(2100, 0),
  } as const;
  for await (const batch of readApplications({ ...next.deps, answers }, filter, {
    cursor: '00000000-0000-0000-0000-000000000000',
    batchSize: 9,
    withSealed: true,
  })) {
    expect(batch.changed).toEqual([]);
    for (const one of batch.applications) texts.set(one.application.id, textForm(partner, one));
  }
  const [sentText = '', draftText = ''] = [ada, bo].map(({ applicationId }) => texts.get(applicationId));
  for (const line of ['  First Name: ', '  Preferred Name: Addie', '  Gender: Female'])
    expect(sentText).toContain(line);
  for (const line of ['  Given name: ', '  How do you describe yourself?: ']) expect(draftText).toContain(line);
  expect(draftText).not.toContain('Addie');
  // The pages of the two begin at opposite ends.
  expect(sentText.indexOf('Your name')).toBeLessThan(sentText.indexOf('Citizenship'));
  expect(draftText.indexOf('Your name')).toBeGreaterThan(draftText.indexOf('Citizenship'));
});

test('what was submitted before releases were kept is shown with the form that serves', async () => {
  const application = { form: 'freshman', release_id: null };
  expect(await formOf(next.deps, application, { form_version: '0123456789abcdef' })).toBe(next.form);
  expect(await formOf(next.deps, application, undefined)).toBe(next.form);
});
