import { answer, lastPage, profile } from '@firstyear/api-contract/application';
import { SAVE_AGE_HEADER, SAVE_CLIENT_HEADER, SAVE_SEQUENCE_HEADER } from '@firstyear/api-contract/save-headers';
import type { Answers } from '@firstyear/form-engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { type Applicant, logIn, newApplicant, submitted } from '../row/applicant.testing.ts';

const server = await suiteApp();

const put = (client: Client, payload: Answers | Record<string, null>, headers: Record<string, string> = {}) =>
  client.call(answer, { payload, headers });
const read = async (client: Client): Promise<Answers> => (await client.call(profile)).body.answer ?? {};
const raw = (applicant: Applicant, body: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'PUT',
    url: answer.path,
    headers: {
      'content-type': 'application/json',
      cookie: [...applicant.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    payload: body,
  });

test('[API-06, DATA-05] answers are saved by key, as a flat map of strings and booleans', async () => {
  const ada = await newApplicant(server);
  const response = await put(ada, { city: 'Sampleton', middle_name: 'Quill' });
  expect(response).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  await put(ada, { optin_sms_ind: true });
  const answers = await read(ada);
  expect(answers).toMatchObject({ city: 'Sampleton', middle_name: 'Quill', optin_sms_ind: true });
  for (const value of Object.values(answers)) expect(typeof value).toMatch(/^(string|boolean)$/);
});

test('[DATA-06] an emptied answer is an empty string, and the others stay', async () => {
  const ada = await newApplicant(server);
  await put(ada, { city: 'Sampleton', middle_name: 'Quill' });
  await put(ada, { middle_name: '' });
  expect(await read(ada)).toMatchObject({ city: 'Sampleton', middle_name: '' });
});

test('[DATA-08] a check box is saved as true, then as false', async () => {
  const ada = await newApplicant(server);
  await put(ada, { optin_sms_ind: true });
  expect((await read(ada)).optin_sms_ind).toBe(true);
  await put(ada, { optin_sms_ind: false });
  expect((await read(ada)).optin_sms_ind).toBe(false);
});

test('[VAL-65] a conviction_comment of null becomes empty text', async () => {
  const ada = await newApplicant(server);
  await put(ada, { conviction: 'yes', conviction_comment: 'Something' });
  expect((await put(ada, { conviction_comment: null })).status).toBe(200);
  expect((await read(ada)).conviction_comment).toBe('');
});

test('[DATA-07] a choice keeps the label the form shows, whatever label the client sends', async () => {
  const ada = await newApplicant(server);
  await put(ada, { gender: 'female', gender_desc: 'Something else' });
  expect(await read(ada)).toMatchObject({ gender: 'female', gender_desc: 'Female' });
});

test('[COND-04, COND-06] hiding a block clears every answer in it, with its labels, and it is empty when shown again', async () => {
  const ada = await newApplicant(server);
  await put(ada, { sat_taken: 'yes', sat_score_math: '570', sat_test_month: '5', sat_test_year: '2026' });
  expect((await read(ada)).sat_test_month_desc).toBe('May');
  await put(ada, { sat_taken: 'no' });
  const cleared = { sat_score_math: '', sat_test_month: '', sat_test_month_desc: '', sat_test_year: '' };
  expect(await read(ada)).toMatchObject(cleared);
  await put(ada, { sat_taken: 'yes' });
  expect(await read(ada)).toMatchObject(cleared);
});

test("a client's own answer to a document question is ignored", async () => {
  const ada = await newApplicant(server);
  expect((await put(ada, { transcript: 'ANSWERED', city: 'Sampleton' })).status).toBe(200);
  const answers = await read(ada);
  expect(answers.city).toBe('Sampleton');
  expect(answers.transcript ?? '').toBe('');
});

test('[AMB-082] unknown keys, wrong types and overlong answers are refused by name, and the rest of the save is stored', async () => {
  const refused: readonly (readonly [string, string])[] = [
    ['{"city":"Sampleton","no_such_question":"x"}', 'no_such_question'],
    ['{"city":"Sampleton","first_name_desc":"x"}', 'first_name_desc'],
    ['{"city":"Sampleton","first_name":true}', 'first_name'],
    ['{"city":"Sampleton","legal_agree":"yes"}', 'legal_agree'],
    [`{"city":"Sampleton","first_name":"${'x'.repeat(46)}"}`, 'first_name'],
    ['{"city":"Sampleton","constructor":"x"}', 'constructor'],
  ];
  for (const [body, key] of refused) {
    const ada = await newApplicant(server);
    const response = await raw(ada, body);
    expect(response.statusCode, body).toBe(200);
    const name = server.form.byKey.get(key)?.question.label ?? key;
    expect(response.json().refused, body).toEqual({ [key]: expect.stringContaining(name) });
    expect(await read(ada), body).toEqual({ city: 'Sampleton' });
  }
  const ada = await newApplicant(server);
  const alone = await raw(ada, '{"no_such_question":"x","first_name":true}');
  expect(alone.statusCode).toBe(400);
  expect(alone.json()).toMatchObject({ code: 'bad_answer', message: expect.stringContaining('no_such_question') });
  for (const body of ['{"city":{"a":1}}', '{"city":["x"]}', '{"city":7}', '[]', '"x"', '{"__proto__":{"a":"b"}}']) {
    expect((await raw(ada, body)).statusCode, body).toBe(400);
  }
  expect(await read(ada)).toEqual({});
});

test("[AMB-082] characters that the database can't store are removed from an answer, and the save succeeds", async () => {
  const ada = await newApplicant(server);
  const response = await raw(ada, '{"city":"a\\u0000b","first_name":"A\\ud800da","last_name":"Testperson"}');
  expect(response.statusCode).toBe(200);
  expect(response.json().refused).toBeUndefined();
  expect(await read(ada)).toEqual({ city: 'ab', first_name: 'Ada', last_name: 'Testperson' });
});

test('names in any script, and markup, come back as they were typed', async () => {
  const ada = await newApplicant(server);
  const names = { first_name: 'Zoë-Ωμέγα', last_name: "O'Brien <b>&amp;", preferred_name: '王小明 𠮷 👩‍🎓' };
  await put(ada, names);
  expect(await read(ada)).toMatchObject(names);
});

test('two tabs that edit different answers keep both, and saves that arrive late change nothing', async () => {
  const ada = await newApplicant(server);
  const other = await logIn(server, ada.accountId);
  const from = (client: string, sequence: number, age = 0) => ({
    [SAVE_CLIENT_HEADER]: client,
    [SAVE_SEQUENCE_HEADER]: String(sequence),
    [SAVE_AGE_HEADER]: String(age),
  });
  await Promise.all([put(ada, { city: 'One' }, from('a', 2)), put(other, { first_name: 'Two' }, from('b', 1))]);
  const late = await put(ada, { city: 'Overtaken', last_name: 'Testperson' }, from('a', 1));
  expect(late.status).toBe(200);
  expect((await put(other, { city: 'Typed earlier' }, from('b', 2, 10_000))).status).toBe(200);
  expect(await read(ada)).toMatchObject({ city: 'One', first_name: 'Two', last_name: 'Testperson' });
});

test('whatever two tabs send at once, in any order, each answer ends as it was typed last', async () => {
  const edit = fc.record({
    tab: fc.constantFrom('a', 'b'),
    answers: fc.dictionary(fc.constantFrom('city', 'first_name', 'hs_name'), fc.stringMatching(/^[a-z]{1,4}$/), {
      minKeys: 1,
    }),
  });
  const typedEdits = fc.uniqueArray(fc.tuple(fc.nat(50_000), edit), {
    selector: ([age]) => age,
    minLength: 2,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(typedEdits, async (edits) => {
      const ada = await newApplicant(server);
      const counts = { a: 0, b: 0 };
      const inTypedOrder = [...edits].sort(([a], [b]) => b - a);
      const numbered = inTypedOrder.map(([age, { tab, answers }]) => {
        counts[tab] += 1;
        return { age, tab, answers, sequence: counts[tab] };
      });
      const sentOrder = edits
        .map(([age]) => numbered.find((item) => item.age === age))
        .filter((item) => item !== undefined);
      await Promise.all(
        sentOrder.map(async ({ age, tab, answers, sequence }) => {
          const headers = {
            [SAVE_CLIENT_HEADER]: tab,
            [SAVE_SEQUENCE_HEADER]: String(sequence),
            [SAVE_AGE_HEADER]: String(age),
          };
          expect((await put(ada, answers, headers)).status).toBe(200);
        }),
      );
      expect(await read(ada)).toMatchObject(Object.assign({}, ...numbered.map((item) => item.answers)));
    }),
    { numRuns: 25 },
  );
});

test('40 saves at once lose nothing', async () => {
  const ada = await newApplicant(server);
  const keys = [...server.form.byKey.values()]
    .map((field) => field.question)
    .filter((question) => question.kind === 'text' && !question.sealed)
    .map((question) => question.key)
    .filter((key) => server.form.conditionGroups.every((group) => !group.associatedKeys.includes(key)))
    .slice(0, 40);
  const responses = await Promise.all(keys.map((key, index) => put(ada, { [key]: String(index) })));
  expect(responses.map((response) => response.status)).toEqual(keys.map(() => 200));
  expect(await read(ada)).toMatchObject(Object.fromEntries(keys.map((key, index) => [key, String(index)])));
});

test('invalid save headers are refused', async () => {
  const ada = await newApplicant(server);
  for (const headers of [
    { [SAVE_SEQUENCE_HEADER]: 'x' },
    { [SAVE_SEQUENCE_HEADER]: 'x1' },
    { [SAVE_SEQUENCE_HEADER]: '1x' },
    { [SAVE_SEQUENCE_HEADER]: '1234567890123456' },
    { [SAVE_AGE_HEADER]: '-1' },
    { [SAVE_CLIENT_HEADER]: 'c'.repeat(81) },
  ]) {
    expect((await raw(ada, '{"city":"x"}', headers)).statusCode).toBe(400);
  }
  const most = { [SAVE_SEQUENCE_HEADER]: '123456789012345', [SAVE_CLIENT_HEADER]: 'c'.repeat(80) };
  expect((await raw(ada, '{"city":"x"}', most)).json()).toEqual({ message: 'Your answers have been saved.' });
});

test('a save that waited for months counts as thirty days old, so that it still wins over an older answer', async () => {
  const ada = await newApplicant(server);
  const from = (client: string, days: number) => ({
    [SAVE_CLIENT_HEADER]: client,
    [SAVE_AGE_HEADER]: String(days * 24 * 3_600_000),
  });
  await put(ada, { city: 'Waited' }, from('a', 90));
  await put(ada, { city: 'Typed 31 days ago' }, from('b', 31));
  expect((await read(ada)).city).toBe('Typed 31 days ago');
  await put(ada, { city: 'Typed 29 days ago' }, from('c', 29));
  await put(ada, { city: 'Waited' }, from('d', 90));
  expect((await read(ada)).city).toBe('Typed 29 days ago');
});

test("the alien registration number isn't in the database as clear text, and its owner can read it", async () => {
  const ada = await newApplicant(server);
  await put(ada, {
    citizenship_type: 'permanent_resident',
    alien_registration_number: 'A123123123',
    first_name: 'Ada',
  });
  expect((await read(ada)).alien_registration_number).toBe('A123123123');
  const row = await server.db
    .selectFrom('application')
    .selectAll()
    .where('account_id', '=', ada.accountId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('A123123123');
  expect(row.sealed_answers).toHaveProperty('alien_registration_number');
  await put(ada, { citizenship_type: 'us_citizen' });
  expect((await read(ada)).alien_registration_number ?? '').toBe('');
});

test('a sealed answer keeps its ciphertext when others are saved', async () => {
  const ada = await newApplicant(server);
  const sealed = async () => {
    const query = server.db.selectFrom('application').select('sealed_answers').where('id', '=', ada.applicationId);
    return (await query.executeTakeFirstOrThrow()).sealed_answers;
  };
  await put(ada, { citizenship_type: 'permanent_resident', alien_registration_number: 'A123123123' });
  const before = await sealed();
  await put(ada, { first_name: 'Ada' });
  expect(await sealed()).toEqual({ alien_registration_number: before.alien_registration_number });
});

test('after the submission answers are locked but can still be read', async () => {
  const ada = await submitted(server, { city: 'Sampleton' });
  const response = await put(ada, { city: 'Elsewhere' });
  expect(response).toMatchObject({ status: 409, body: { code: 'locked' } });
  expect((await read(ada)).city).toBe('Sampleton');
  expect((await ada.call(lastPage, { payload: { last_page: '/about' } })).status).toBe(200);
});
