import * as desk from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';

const server = await suiteApp();
const director = await newColleague(server, 'director');

test('a submission that was altered in the database is shown with a mark', async () => {
  const { applicationId: id } = await submitted(server, { first_name: 'Ada' });
  const read = async () => (await director.call(desk.officeApplication, { params: { id } })).body;
  expect(await read()).toMatchObject({ is_altered: false, answers: { first_name: 'Ada' } });
  await sql`update submission set content = jsonb_set(content, '{answers,first_name}', '"Eve"')
    where application_id = ${id}`.execute(server.db);
  expect(await read()).toMatchObject({ is_altered: true, answers: { first_name: 'Eve' } });
});

test('a reason of blanks opens no sealed answer and changes nothing', async () => {
  const sealed = {
    citizenship_type: 'permanent_resident',
    citizenship: 'CAN',
    alien_registration_number: 'A000000007',
  };
  const { applicationId: id } = await submitted(server, sealed);
  const params = { id };
  for (const reason of ['     ', ' \u200B\u202E\t  ']) {
    const payload = { key: 'alien_registration_number', reason };
    expect((await director.call(desk.openSealed, { params, payload })).body.code).toBe('bad_request');
    expect((await director.call(desk.reopen, { params, payload: { reason } })).body.code).toBe('bad_request');
  }
});

test("a note and a label can't turn the text around them", async () => {
  const { applicationId: id } = await submitted(server);
  const params = { id };
  const { body } = await director.call(desk.addNote, { params, payload: { text: 'one\n\u202Etwo\u0007' } });
  expect(body.note?.text).toBe('one\ntwo');
  const labels = await director.call(desk.changeLabels, { params, payload: { add: ['\u202Ehonors\n'], remove: [] } });
  expect(labels.body.labels).toEqual(['honors']);
});
