import { answer, putAddAnother, submit, webStatus } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import type { Answers } from '@firstyear/form-engine';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { expect } from 'vitest';
import { utcMoment } from '../../../process/utc-moment.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { sessionService } from '../../accounts/session/service.ts';
import { readApplication } from './application.ts';

export interface Applicant extends Client {
  readonly accountId: string;
  readonly applicationId: string;
  readonly email: string;
}

let count = 0;

/** An invented applicant with an account, logged in from a browser of their own. */
export async function newApplicant(server: TestApp): Promise<Applicant> {
  count += 1;
  const email = `ada.testperson.${count}@mail.example`;
  const now = server.clock.now();
  const { id } = await server.db
    .insertInto('account')
    .values({ email, password_hash: null, created_at: now, confirmed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { first: served } = server.deps.forms;
  const { id: applicationId } = await readApplication(server.db, { accountId: id, served }, now);
  return { ...(await logIn(server, id)), accountId: id, applicationId, email };
}

/** Another browser of an account. */
export async function logIn(server: TestApp, accountId: string): Promise<Client> {
  const client = server.client();
  client.cookies.set(SESSION_COOKIE, await sessionService(server.deps).begin(server.db, accountId));
  return client;
}

/** Saves answers that can be submitted, and brings the application to validating. */
export async function fillIn(server: TestApp, applicant: Applicant, overrides: Answers = {}): Promise<void> {
  const answers = minimalAnswers(server.form, overrides, utcMoment(server.clock.now()));
  expect((await applicant.call(answer, { payload: answers })).status).toBe(200);
  for (const web_status of ['started', 'validating'] as const) {
    expect((await applicant.call(webStatus, { payload: { web_status } })).status).toBe(200);
  }
}

/** Fills in and submits. */
export async function submitted(server: TestApp, overrides: Answers = {}): Promise<Applicant> {
  const applicant = await newApplicant(server);
  await fillIn(server, applicant, overrides);
  expect((await applicant.call(submit)).status).toBe(200);
  return applicant;
}

/** Shows every component of every repeater. */
export async function showAllComponents(server: TestApp, applicant: Applicant): Promise<void> {
  for (const [button_id, { maxNumberOfComponents }] of server.form.repeaters) {
    await applicant.call(putAddAnother, { payload: { button_id, num_components: maxNumberOfComponents } });
  }
}
