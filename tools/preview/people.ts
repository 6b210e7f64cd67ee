import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@firstyear/api-client';
import { answer, submit, webStatus } from '@firstyear/api-contract/application';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import type { Answers, Form } from '@firstyear/form-engine';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { mailTo } from '../../e2e/support/mail.ts';

const PASSWORD = 'Quiet-harbor-42-lantern';
const MAIL_LIMIT_MS = 30_000;

/** Whose eyes a preview is seen with, and what they have answered. */
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

/** Mails of earlier rounds are still there. */
const addressOf = (name: PersonName) => `${name}.testperson.${process.pid}@mail.example`;

/** Speaks with the server as a browser does. */
function clientAt(server: string) {
  let cookies: readonly string[] = [];
  const client = createClient({
    send: async ({ method, path, headers, body }) => {
      const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
      const sent = { ...headers, ...(cookie !== '' && { cookie }) };
      const response = await fetch(new URL(path, server), {
        method,
        headers: sent,
        ...(body !== undefined && { body: String(body) }),
      });
      cookies = [...cookies, ...response.headers.getSetCookie()];
      return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
    },
  });
  return { client, cookies: () => cookies };
}

async function codeFor(outbox: string, address: string): Promise<string> {
  for (const limit = performance.now() + MAIL_LIMIT_MS; performance.now() < limit; await sleep(50)) {
    const code = (await mailTo(outbox, address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])[0];
    if (code !== undefined) return code;
  }
  throw new Error(`No mail came for ${address}.`);
}

/** The cookies of a new session of a person. */
export async function sessionOf(server: string, name: PersonName): Promise<readonly string[]> {
  const { client, cookies } = clientAt(server);
  await client.call(login, { payload: { username: addressOf(name), password: PASSWORD } });
  return cookies();
}

/** Signs a person up as the cards do, and saves what they have answered. */
export async function makePerson(server: string, outbox: string, form: Form, name: PersonName): Promise<void> {
  const { client } = clientAt(server);
  const username = addressOf(name);
  await client.call(signup, { payload: { username, password: PASSWORD } });
  await client.call(confirm, { payload: { username, code: await codeFor(outbox, username) } });
  await client.call(login, { payload: { username, password: PASSWORD } });
  const { answersOf, hasSubmitted } = PEOPLE[name];
  await client.call(answer, { payload: answersOf(form) });
  if (!hasSubmitted) return;
  for (const web_status of ['started', 'validating'] as const)
    await client.call(webStatus, { payload: { web_status } });
  await client.call(submit);
}
