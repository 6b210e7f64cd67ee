import { answer, submit } from '@firstyear/api-contract/application';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { type Applicant, fillIn, newApplicant } from '../../application/row/applicant.testing.ts';
import { insertDrafts, newDraft, workerDeps } from '../office.testing.ts';
import { rebuildList } from './rebuild.ts';

const server = await suiteApp();

/** Every row, without its time of writing. */
const rowsOf = () => server.db.selectFrom('office_application').selectAll().orderBy('application_id').execute();
async function rowOf({ applicationId }: Applicant) {
  return (await rowsOf()).find(({ application_id }) => application_id === applicationId);
}

test('the list matches the answers after each kind of change, and rebuilding it changes nothing', async () => {
  await insertDrafts(server, 'page', 3);
  const ada = await newApplicant(server);
  expect(await rowOf(ada)).toMatchObject({ status: 'none', email: ada.email, name_key: '' });
  await fillIn(server, ada, { first_name: 'Ödön', last_name: 'Ångström', entry_term: 'fall_2027' });
  expect(await rowOf(ada)).toMatchObject({
    ...{ status: 'draft', given_name: 'Ödön', name_key: 'angstrom odon', term: 'fall_2027', documents: 'none' },
  });
  await ada.call(answer, { payload: { first_name: 'Edmund', preferred_name: 'Ed', hs_name: 'P.S. 118' } });
  expect(await rowOf(ada)).toMatchObject({ given_name: 'Edmund', name_key: 'angstrom edmund ed', school: 'P.S. 118' });
  const before = await rowOf(ada);
  await ada.call(answer, { payload: { middle_name: 'Unlisted' } });
  expect(await rowOf(ada)).toEqual(before);
  await ada.call(submit);
  const submittedRow = await rowOf(ada);
  expect(submittedRow).toMatchObject({
    status: 'submitted',
    submitted_at: server.clock.now(),
    confirmation_number: expect.stringMatching(/^FY/),
  });
  await server.db.updateTable('account').set({ email: 'moved@mail.example' }).where('id', '=', ada.accountId).execute();
  expect(await rowOf(ada)).toMatchObject({ email: 'moved@mail.example' });
  const now = server.clock.now();
  const document = { application_id: ada.applicationId, answer_key: 'transcript', file_name: 'a.pdf', file_size: 1 };
  for (const [status, state] of [
    ['UNPROCESSED', 'waiting'],
    ['FAILED', 'failed'],
    ['COMPLETED', 'ready'],
  ] as const) {
    await server.db.deleteFrom('document').where('application_id', '=', ada.applicationId).execute();
    const columns = { ...document, status, created_at: now, file_key: `k-${status}`, lane: 'quick' } as const;
    const finished = status === 'UNPROCESSED' ? {} : { finished_at: now };
    const problem = status === 'FAILED' ? 'damaged' : null;
    await server.db
      .insertInto('document')
      .values({ ...columns, ...finished, problem, pdf_key: status === 'COMPLETED' ? 'p' : null })
      .execute();
    expect((await rowOf(ada))?.documents).toBe(state);
  }
  await server.db.deleteFrom('document').where('application_id', '=', ada.applicationId).execute();
  expect((await rowOf(ada))?.documents).toBe('none');
  await newDraft(server, { last_name: 'Other' });
  const all = await rowsOf();
  const kept = all.filter(({ email }) => !email.startsWith('page.'));
  await sql`update office_application set name_key = 'wrong', documents = 'failed', email = 'wrong', labels = '{kept}'
    where email not like 'page.%'`.execute(server.db);
  await rebuildList(workerDeps(server), () => undefined);
  const again = (await rowsOf()).filter(({ email }) => !email.startsWith('page.'));
  // What is rebuilt is a new version.
  const factsOf = (rows: typeof all) => rows.map(({ search: _, labels: __, version: ___, ...row }) => row);
  expect(factsOf(again)).toEqual(factsOf(kept));
  expect(new Set(again.map(({ labels }) => labels.join()))).toEqual(new Set(['kept']));
});

test('the list has no sealed answers, no background and no religion', async () => {
  const columns = Object.keys((await rowsOf())[0] ?? {}).join(' ');
  expect(columns).not.toMatch(/ethnic|race|relig|gender|birth_(?!date)|citizen|alien|ssn/);
});
