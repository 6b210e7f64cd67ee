import {
  answer,
  putAddAnother,
  putTabs,
  serviceApplication,
  temporaryApplication,
} from '@firstyear/api-contract/application';
import { expect, test } from 'vitest';
import { serviceLink, temporaryLink } from '../../../operator/applications.ts';
import { OperatorError } from '../../../operator/operator-error.ts';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { TRANSFER } from '../../../testing/transfer-form.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';
import { mintStaffToken } from './service.ts';

const server = await suiteApp({ otherForms: [TRANSFER] });

const operator = () => ({
  db: server.db,
  forms: server.deps.forms,
  clock: server.clock.now,
  publicUrl: 'https://apply.larkmoor.example',
  operator: 'grace',
});
const tokenIn = (link: string, name: string) => new URL(link).searchParams.get(name) ?? '';

test('[API-15] prepared answers are read with their token, without cookies, until it expires', async () => {
  const link = await temporaryLink(operator(), { first_name: 'Ada', gender: 'female' }, 2);
  expect(link).toMatch(/^https:\/\/apply\.larkmoor\.example\/about\?token=[\w-]{43}$/);
  const query = { token: tokenIn(link, 'token') };
  const response = await server.client().call(temporaryApplication, { query });
  expect(response).toMatchObject({ status: 200, body: { first_name: 'Ada', gender: 'female', gender_desc: 'Female' } });
  expect(response.headers['cache-control']).toBe('no-store');
  const unknown = await server.client().call(temporaryApplication, { query: { token: `${query.token}x` } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'token_not_found', message: expect.any(String) } });
  server.clock.advance(2 * DAY_MS);
  expect((await server.client().call(temporaryApplication, { query })).status).toBe(404);
});

test('wrong prepared answers are reported to the operator', async () => {
  await expect(temporaryLink(operator(), { no_such_question: 'x' }, 30)).rejects.toThrow('no_such_question');
  await expect(temporaryLink(operator(), { first_name: { a: 1 } }, 30)).rejects.toThrow('first_name');
  await expect(temporaryLink(operator(), { alien_registration_number: 'A1' }, 30)).rejects.toThrow(
    'must come from the applicant',
  );
});

test('[API-16, ROLE-05] a service token reads exactly one application until it expires, and nothing is readable without one', async () => {
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  await ada.call(answer, {
    payload: { first_name: 'Ada', citizenship_type: 'permanent_resident', alien_registration_number: 'A000000007' },
  });
  await bo.call(answer, { payload: { first_name: 'Bo' } });
  await ada.call(putAddAnother, { payload: { button_id: 'jobs', num_components: 2 } });
  await ada.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab: 'upload' } });
  const link = await serviceLink(operator(), ada.email.toUpperCase(), 10);
  const query = { service_token: tokenIn(link, 'service_token') };
  const response = await server.client().call(serviceApplication, { query });
  expect(response.status).toBe(200);
  expect(Object.keys(response.body).sort()).toEqual(['add_another', 'answer', 'document_answer', 'tabs']);
  expect(response.body).toMatchObject({
    answer: { first_name: 'Ada', alien_registration_number: 'A000000007' },
    add_another: { jobs: 2 },
    tabs: { hs_record: 'upload' },
  });
  const refused = { status: 404, body: { code: 'token_not_found' } };
  for (const service_token of ['wrong', query.service_token.slice(1), `${query.service_token}0`]) {
    const other = await server.client().call(serviceApplication, { query: { service_token } });
    expect(other).toMatchObject(refused);
    expect(other.body).not.toHaveProperty('answer');
  }
  const missing = await server.app.inject({ method: 'GET', url: serviceApplication.path });
  expect(missing.statusCode).toBe(400);
  expect(missing.body).not.toContain('Ada');
  server.clock.advance(10 * MINUTE_MS);
  expect(await server.client().call(serviceApplication, { query })).toMatchObject(refused);
});

test('neither kind of token works in place of the other', async () => {
  const ada = await newApplicant(server);
  const service = tokenIn(await serviceLink(operator(), ada.applicationId, 15), 'service_token');
  const temporary = tokenIn(await temporaryLink(operator(), { first_name: 'Ada' }, 30), 'token');
  const client = server.client();
  expect((await client.call(temporaryApplication, { query: { token: service } })).status).toBe(404);
  expect((await client.call(serviceApplication, { query: { service_token: temporary } })).status).toBe(404);
});

test('tokens are stored only as hashes, and expired ones are deleted', async () => {
  const ada = await newApplicant(server);
  const token = tokenIn(await serviceLink(operator(), ada.applicationId, 1), 'service_token');
  const rows = await server.db.selectFrom('access_token').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows.filter((row) => row.application_id === ada.applicationId)).toHaveLength(1);
  server.clock.advance(2 * MINUTE_MS);
  await temporaryLink(operator(), {}, 30);
  const remaining = await server.db.selectFrom('access_token').selectAll().execute();
  expect(remaining.filter((row) => row.application_id === ada.applicationId)).toEqual([]);
});

test('a service link and each use of it are audited, without the token', async () => {
  const ada = await newApplicant(server);
  const token = tokenIn(await serviceLink(operator(), ada.applicationId, 15), 'service_token');
  await server.client('192.0.2.77').call(serviceApplication, { query: { service_token: token } });
  const events = await server.db
    .selectFrom('audit_event')
    .select(['kind', 'detail', 'actor', 'network', 'token_id'])
    .where('account_id', '=', ada.accountId)
    .orderBy('id')
    .execute();
  const { id: token_id } = await server.db
    .selectFrom('access_token')
    .select('id')
    .where('application_id', '=', ada.applicationId)
    .executeTakeFirstOrThrow();
  expect(events).toMatchObject([
    { kind: 'service_link', actor: 'operator grace', network: null, token_id },
    { kind: 'service_view', actor: 'service_link', network: '192.0.2.77', token_id },
  ]);
  expect(JSON.stringify(events)).not.toContain(token);
});

test('an unknown application is reported to the operator', async () => {
  await expect(serviceLink(operator(), 'nobody@mail.example', 15)).rejects.toThrow(OperatorError);
  await expect(serviceLink(operator(), '00000000-0000-4000-8000-000000000000', 15)).rejects.toThrow('no such');
});

test('staff read an application to another form by that form, and under its titles', async () => {
  const ada = await newApplicant(server);
  await ada.call(answer, { form: 'transfer', payload: { called: 'Bea', tax_number: '000-00-0007' } });
  const application = await server.db
    .selectFrom('application')
    .select(['id', 'account_id'])
    .where('account_id', '=', ada.accountId)
    .where('form', '=', 'transfer')
    .executeTakeFirstOrThrow();
  const service_token = await mintStaffToken(operator(), application, 9);
  const { body } = await server.client().call(serviceApplication, { query: { service_token } });
  expect(body.form?.pages.map(({ title }) => title)).toEqual(['About you', 'Where you study now']);
  expect(body.partner).toMatchObject({ intended_student_type: 'Transfer', pdf_pages: ['you', 'college'] });
  expect(body.answer).toMatchObject({ called: 'Bea', tax_number: '000-00-0007' });
  await expect(serviceLink(operator(), ada.email, 15)).rejects.toThrow(
    /^There are several.*(\n {2}\S+ {2}\w+ \S+){2}$/,
  );
});
