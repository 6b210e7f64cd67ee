import {
  answer,
  getAddAnother,
  getTabs,
  lastPage,
  profile,
  putAddAnother,
  putTabs,
  validations,
  webStatus,
} from '@firstyear/api-contract/application';
import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import { documentAnswers } from '@firstyear/api-contract/documents';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newApplicant, submitted } from '../row/applicant.testing.ts';

const server = await suiteApp();

test('[API-07, DATA-02] the profile of a student holds name, last page, answers and documents', async () => {
  const ada = await newApplicant(server);
  await ada.call(answer, { payload: { city: 'Sampleton' } });
  await ada.call(lastPage, { payload: { last_page: '/education' } });
  const response = await ada.call(profile);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response).toMatchObject({
    status: 200,
    body: {
      username: ada.email,
      last_page: '/education',
      successful_login: [],
      web_status: [],
      answer: { city: 'Sampleton' },
      document_answer: {},
    },
  });
  expect(response.body).not.toHaveProperty('confirmation_number');
  expect(await server.client().call(profile)).toMatchObject({ status: 401, body: { code: 'no_session' } });
});

test("the profile changes the account's language only in a browser that chose one", async () => {
  const ada = await newApplicant(server);
  const accounts = server.db.selectFrom('account').select('language').where('id', '=', ada.accountId);
  const languageAfterProfile = async () => {
    await ada.call(profile);
    return (await accounts.executeTakeFirstOrThrow()).language;
  };
  await server.db.updateTable('account').set({ language: 'es' }).where('id', '=', ada.accountId).execute();
  expect(await languageAfterProfile()).toBe('es');
  ada.cookies.set(LANGUAGE_COOKIE, 'en');
  expect(await languageAfterProfile()).toBe('en');
});

test("the list of logins is in order and contains only the account's own", async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  for (const [account_id, at] of [
    [ada.accountId, '2026-11-01T08:00:00.000Z'],
    [bo.accountId, '2026-11-02T08:00:00.000Z'],
    [ada.accountId, '2026-11-03T08:00:00.000Z'],
  ] as const) {
    await server.db
      .insertInto('successful_login')
      .values({ account_id, at: new Date(at) })
      .execute();
  }
  const { successful_login } = (await ada.call(profile)).body;
  expect(successful_login).toEqual(['2026-11-01T08:00:00.000Z', '2026-11-03T08:00:00.000Z']);
});

test('[API-05] the last page is saved; only pages of the form are accepted', async () => {
  const ada = await newApplicant(server);
  expect((await ada.call(profile)).body.last_page).toBe('');
  expect(await ada.call(lastPage, { payload: { last_page: '/education' } })).toMatchObject({ status: 200, body: {} });
  for (const page of ['/completion', '/about?x=1', 'https://elsewhere.example/', '']) {
    const response = await server.app.inject({
      method: 'PUT',
      url: lastPage.path,
      cookies: Object.fromEntries(ada.cookies),
      payload: { last_page: page },
    });
    expect(response.statusCode, page).toBe(400);
  }
  expect((await ada.call(profile)).body.last_page).toBe('/education');
});

test('[DATA-04] statuses are an ordered list without duplicates', async () => {
  const ada = await newApplicant(server);
  for (const web_status of ['started', 'started', 'validating', 'started', 'validating'] as const) {
    expect(await ada.call(webStatus, { payload: { web_status } })).toMatchObject({ status: 200, body: {} });
  }
  const { web_status } = (await ada.call(profile)).body;
  expect(web_status?.map((item) => item.web_status)).toEqual(['started', 'validating']);
  expect(Number.isNaN(Date.parse(web_status?.[0]?.created_at ?? ''))).toBe(false);
});

test('no status is skipped: validating needs started, and only submitting sets submitted', async () => {
  const ada = await newApplicant(server);
  const refused = { status: 409, body: { code: 'status_order' } };
  expect(await ada.call(webStatus, { payload: { web_status: 'validating' } })).toMatchObject(refused);
  expect(await ada.call(webStatus, { payload: { web_status: 'submitted' } })).toMatchObject(refused);
  await ada.call(webStatus, { payload: { web_status: 'started' } });
  await ada.call(webStatus, { payload: { web_status: 'validating' } });
  expect(await ada.call(webStatus, { payload: { web_status: 'submitted' } })).toMatchObject(refused);
  const { web_status } = (await ada.call(profile)).body;
  expect(web_status?.map((item) => item.web_status)).toEqual(['started', 'validating']);
});

test('20 concurrent posts of the same status make one entry', async () => {
  const ada = await newApplicant(server);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => ada.call(webStatus, { payload: { web_status: 'started' } })),
  );
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  expect((await ada.call(profile)).body.web_status).toHaveLength(1);
});

test('[API-28, API-30] a new student has no chosen tabs, no components and no documents', async () => {
  const ada = await newApplicant(server);
  for (const call of [getTabs, getAddAnother, documentAnswers]) {
    const response = await ada.call(call);
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({});
    expect(response.headers['content-type']).toMatch(/^application\/json/);
  }
});

test('[API-29, DATA-16] a chosen tab is saved by the id of its group; unknown tabs are refused', async () => {
  const ada = await newApplicant(server);
  const choose = (tab_id: string, chosen_tab: string) => ada.call(putTabs, { payload: { tab_id, chosen_tab } });
  expect(await choose('hs_record', 'upload')).toMatchObject({ status: 200, body: {} });
  expect((await ada.call(getTabs)).body).toEqual({ hs_record: 'upload' });
  for (const [group, tab] of [
    ['hs_record', 'no_such_tab'],
    ['no_such_group', 'upload'],
    ['__proto__', 'upload'],
    ['constructor', 'name'],
  ] as const) {
    expect((await choose(group, tab)).status, `${group} ${tab}`).toBe(400);
  }
  expect((await ada.call(getTabs)).body).toEqual({ hs_record: 'upload' });
});

test('[API-27, DATA-15] the number of components is saved by the id of its button', async () => {
  const ada = await newApplicant(server);
  const press = (button_id: string, num_components: number) =>
    ada.call(putAddAnother, { payload: { button_id, num_components } });
  expect(await press('courses', 2)).toMatchObject({ status: 200, body: {} });
  expect((await ada.call(getAddAnother)).body).toEqual({ courses: 2 });
  await Promise.all([press('jobs', 3), press('schools', 2)]);
  expect((await ada.call(getAddAnother)).body).toEqual({ courses: 2, jobs: 3, schools: 2 });
});

test('a page that has not seen the components added by another device hides none of them', async () => {
  const ada = await newApplicant(server);
  const press = (num_components: number) => ada.call(putAddAnother, { payload: { button_id: 'jobs', num_components } });
  await press(3);
  expect((await press(2)).status).toBe(200);
  expect((await ada.call(getAddAnother)).body).toEqual({ jobs: 3 });
});

test('[VAL-72] the server accepts at most 10 components, and no more than the repeater has', async () => {
  const ada = await newApplicant(server);
  const press = (button_id: string, num_components: number) =>
    ada.call(putAddAnother, { payload: { button_id, num_components } });
  expect((await press('courses', 10)).status).toBe(200);
  for (const count of [11, 0, -1, 1.5, 1e9]) expect((await press('courses', count)).status, String(count)).toBe(400);
  expect((await press('jobs', 5)).status).toBe(400);
  expect((await press('no_such_button', 1)).status).toBe(400);
  expect((await ada.call(getAddAnother)).body).toEqual({ courses: 10 });
});

test('[API-17] reported errors are saved by question, without duplicates and without keys that have none', async () => {
  const ada = await newApplicant(server);
  const reported = () =>
    server.db
      .selectFrom('application')
      .select('reported_errors')
      .where('id', '=', ada.applicationId)
      .executeTakeFirstOrThrow();
  const words = 'Search for Your School';
  const payload = { hs_name: [words, words], city: [], no_such_question: ['x'] };
  expect(await ada.call(validations, { payload })).toMatchObject({ status: 200, body: {} });
  expect((await reported()).reported_errors).toEqual({ hs_name: [words] });
  await ada.call(validations, { payload: {} });
  expect((await reported()).reported_errors).toEqual({});
});

test('after the submission tabs and components are locked, and late error reports change nothing', async () => {
  const ada = await submitted(server);
  const locked = { status: 409, body: { code: 'locked' } };
  expect(await ada.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab: 'upload' } })).toMatchObject(locked);
  expect(await ada.call(putAddAnother, { payload: { button_id: 'jobs', num_components: 2 } })).toMatchObject(locked);
  expect((await ada.call(validations, { payload: { city: ['City'] } })).status).toBe(200);
  expect((await ada.call(getTabs)).body).toEqual({});
  const { reported_errors } = await server.db
    .selectFrom('application')
    .select('reported_errors')
    .where('id', '=', ada.applicationId)
    .executeTakeFirstOrThrow();
  expect(reported_errors).toEqual({});
});
