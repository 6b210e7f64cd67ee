import {
  addAnotherSchema,
  answer,
  getAddAnother,
  getTabs,
  lastPage,
  profile,
  putAddAnother,
  putTabs,
  seeChanges,
  setAside,
  submit,
  validations,
  webStatus,
} from '@firstyear/api-contract/application';
import type { Call } from '@firstyear/api-contract/call';
import { clientError } from '@firstyear/api-contract/client-errors';
import { documentAnswers, pdf } from '@firstyear/api-contract/documents';
import { myItems } from '@firstyear/api-contract/items';
import { helperState } from '@firstyear/api-contract/school-helper';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newApplicant } from './applicant.testing.ts';

const server = await suiteApp();

/** Every call of a logged-in student, with a valid payload. */
const STUDENT_CALLS: readonly (readonly [Call, object?])[] = [
  [profile],
  [answer, { city: 'Sampleton' }],
  [webStatus, { web_status: 'started' }],
  [lastPage, { last_page: '/about' }],
  [validations, {}],
  [submit],
  [pdf],
  [documentAnswers],
  [myItems],
  [helperState],
  [setAside],
  [seeChanges],
  [getAddAnother],
  [putAddAnother, { button_id: 'jobs', num_components: 2 }],
  [getTabs],
  [putTabs, { tab_id: 'hs_record', chosen_tab: 'upload' }],
];

const make = (call: Call, payload?: object, cookies: Record<string, string> = {}) =>
  server.app.inject({
    method: call.method,
    url: call.path.replace(':key', 'transcript'),
    cookies,
    ...(payload && { payload }),
  });
const jsonOf = (response: { json(): unknown }) => response.json();

test('[API-01, API-36] every call returns JSON that matches its contract, even if no response is listed', async () => {
  const ada = await newApplicant(server);
  for (const [call, payload] of STUDENT_CALLS.filter(([one]) => one !== submit)) {
    const response = await make(call, payload, Object.fromEntries(ada.cookies));
    expect(response.statusCode, call.path).toBe(200);
    expect(response.headers['content-type'], call.path).toMatch(/^application\/json/);
    expect(call.response.safeParse(jsonOf(response)).success, call.path).toBe(true);
  }
});

test('[API-02] calls with a payload are refused without it; submitting has none', async () => {
  const ada = await newApplicant(server);
  const cookies = Object.fromEntries(ada.cookies);
  for (const [call, payload] of STUDENT_CALLS.filter(([, payload]) => payload !== undefined)) {
    expect((await make(call, undefined, cookies)).statusCode, call.path).toBe(400);
    expect((await make(call, payload, cookies)).statusCode, call.path).toBe(200);
  }
  expect(jsonOf(await make(submit, undefined, cookies))).toMatchObject({ code: 'status_order' });
});

test('[API-04] a status is posted with a payload and returns JSON; unknown statuses are refused', async () => {
  const ada = await newApplicant(server);
  const response = await ada.call(webStatus, { payload: { web_status: 'started' } });
  expect(response).toMatchObject({ status: 200, body: {} });
  const cookies = Object.fromEntries(ada.cookies);
  for (const payload of [{ web_status: 'finished' }, { web_status: 'started', more: 1 }, {}]) {
    expect((await make(webStatus, payload, cookies)).statusCode).toBe(400);
  }
});

test("an applicant can't read or change anything of another", async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  await ada.call(answer, { payload: { first_name: 'Ada' } });
  await bo.call(answer, { payload: { first_name: 'Bo' } });
  await bo.call(putAddAnother, { payload: { button_id: 'jobs', num_components: 3 } });
  expect((await ada.call(profile)).body.answer).toMatchObject({ first_name: 'Ada' });
  expect(addAnotherSchema.parse((await ada.call(getAddAnother)).body)).toEqual({});
});

test("a browser's error report is accepted without a login; content that could contain an answer is refused", async () => {
  const report = { name: 'TypeError', route: '/about', stack: ['at app.js:1:1'] };
  expect((await make(clientError, report)).statusCode).toBe(200);
  expect((await make(clientError, { ...report, message: 'Ada' })).statusCode).toBe(400);
});
