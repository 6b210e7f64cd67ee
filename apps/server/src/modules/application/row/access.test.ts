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
  temporaryApplication,
  validations,
  webStatus,
} from '@firstyear/api-contract/application';
import type { Call } from '@firstyear/api-contract/call';
import { clientError } from '@firstyear/api-contract/client-errors';
import {
  conversionStatus,
  deleteConversion,
  deleteDocument,
  documentAnswers,
  pdf,
  presignedUrl,
  startConversion,
} from '@firstyear/api-contract/documents';
import { confirm, forgotPassword, login, resendConfirm, resetPassword, signup } from '@firstyear/api-contract/identity';
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
  [setAside],
  [seeChanges],
  [getAddAnother],
  [putAddAnother, { button_id: 'jobs', num_components: 2 }],
  [getTabs],
  [putTabs, { tab_id: 'hs_record', chosen_tab: 'upload' }],
];

/** The calls about one document, whose responses depend on the document. */
const DOCUMENT_CALLS: readonly (readonly [Call, object?])[] = [
  [presignedUrl, { answer_key: 'transcript' }],
  [startConversion, { file_key: 'uploads/one', file_name: 'record.pdf' }],
  [conversionStatus],
  [deleteConversion],
  [deleteDocument],
];

const make = (call: Call, payload?: object, cookies: Record<string, string> = {}) =>
  server.app.inject({
    method: call.method,
    url: call.path.replace(':key', 'transcript'),
    cookies,
    ...(payload && { payload }),
  });
const jsonOf = (response: { json(): unknown }) => response.json();

test('[ROLE-04] without cookies, or with only the readable marker, every call of a student returns 401', async () => {
  for (const [call, payload] of [...STUDENT_CALLS, ...DOCUMENT_CALLS]) {
    for (const cookies of [{}, { '__Host-adm.marker': '1' }, { '__Host-adm.session': 'invented' }]) {
      const response = await make(call, payload, cookies);
      expect(response.statusCode, call.path).toBe(401);
      expect(jsonOf(response), call.path).toEqual({ code: 'no_session', message: expect.any(String) });
    }
  }
});

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

test('[ROLE-08] none of the public calls requires a login', async () => {
  const username = 'nobody@mail.example';
  const password = 'Invented-1-password';
  const calls: readonly (readonly [Call, object | undefined, string?])[] = [
    [signup, { username, password }],
    [confirm, { username, code: '000000' }],
    [login, { username, password }],
    [forgotPassword, { username }],
    [resetPassword, { username, password, id: 'invented' }],
    [resendConfirm, { username }],
    [temporaryApplication, undefined, '?token=invented'],
    [clientError, { name: 'TypeError', route: '/about', stack: [] }],
  ];
  for (const [call, payload, query] of calls) {
    const response = await make({ ...call, path: `${call.path}${query ?? ''}` }, payload);
    expect(response.statusCode, call.path).not.toBe(401);
    expect(response.statusCode, call.path).toBeLessThan(500);
    expect(jsonOf(response), call.path).not.toMatchObject({ code: 'not_found' });
    expect(response.headers['content-type'], call.path).toMatch(/^application\/json/);
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
