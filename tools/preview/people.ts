import { createClient, readResponse } from '@firstyear/api-client';
import { answer, submit, webStatus } from '@firstyear/api-contract/application';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import type { Answers, Form } from '@firstyear/form-engine';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { codeIn, nthMail } from '../../e2e/support/mail.ts';

const PASSWORD = 'Quiet-harbor-42-lantern';

/** The sample applicants of a preview. */
export const PEOPLE = {
  beginner: { title: 'Has just signed up', answersOf: () => ({}), hasSubmitted: false },
  few: { title: 'The fewest answers that can be submitted', answersOf: minimalAnswers, hasSubmitted: false },
  all: { title: 'Everything answered', answersOf: completeAnswers, hasSubmitted: false },
  submitted: { title: 'Has submitted', answersOf: completeAnswers, hasSubmitted: true },
} as const satisfies Record<
  string,
  { readonly title: string; readonly answersOf: (form: Form) => Answers; readonly hasSubmitted: boolean }
>;
export type PersonName = keyof typeof PEOPLE;

/** An address of this run of the site: the outbox still has mails of earlier rounds. */
const addressOf = (name: PersonName) => `${name}.testperson.${process.pid}@mail.example`;

/** A client that makes calls as a browser does. */
const clientOf = (server: string) =>
  createClient({
    send: async ({ method, path, headers = {}, body }) => {
      const sent = { method, headers, ...(body !== undefined && { body: String(body) }) };
      const response = await fetch(new URL(path, server), sent);
      const cookies = { 'set-cookie': response.headers.getSetCookie() };
      const { status } = response;
      return { status, headers: { ...Object.fromEntries(response.headers), ...cookies }, text: await response.text() };
    },
  });

/** Logs a person in; returns the cookies of the session. */
export async function openSession(server: string, name: PersonName): Promise<readonly string[]> {
  const payload = { username: addressOf(name), password: PASSWORD };
  const response = await clientOf(server).exchange(login, { payload });
  readResponse(login, response);
  return response.headers['set-cookie'];
}

/** Signs a person up as the cards do, and saves the answers. */
export async function makePerson(server: string, outbox: string, form: Form, name: PersonName): Promise<void> {
  const client = clientOf(server);
  const username = addressOf(name);
  await client.call(signup, { payload: { username, password: PASSWORD } });
  await client.call(confirm, { payload: { username, code: codeIn(await nthMail(outbox, username, 1)) } });
  await client.call(login, { payload: { username, password: PASSWORD } });
  const { answersOf, hasSubmitted } = PEOPLE[name];
  await client.call(answer, { payload: answersOf(form) });
  if (!hasSubmitted) return;
  for (const web_status of ['started', 'validating'] as const)
    await client.call(webStatus, { payload: { web_status } });
  await client.call(submit);
}
