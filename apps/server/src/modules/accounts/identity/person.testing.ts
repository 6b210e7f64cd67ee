import { confirm, forgotPassword, login, signup } from '@firstyear/api-contract/identity';
import { expect } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { codeIn, lastMailTo, resetIn } from '../../../testing/mail.ts';

export const PASSWORD = 'Violet-Lantern-42';
export const OTHER_PASSWORD = 'Copper-Kettle-77';

let people = 0;

/** An address that no other test uses. */
export function newAddress(): string {
  people += 1;
  return `bea.testperson.${people}@mail.example`;
}

export const signUp = (client: Client, username: string, password = PASSWORD) =>
  client.call(signup, { payload: { username, password } });

export const logInAs = (client: Client, username: string, password = PASSWORD) =>
  client.call(login, { payload: { username, password } });

export async function newestCode(server: TestApp, username: string): Promise<string> {
  return codeIn(await lastMailTo(server.db, username));
}

export function wrongCodeFor(code: string): string {
  return code === '000000' ? '111111' : '000000';
}

export interface Person {
  readonly client: Client;
  readonly username: string;
}

/** A person who has signed up and confirmed, in a browser of their own. */
export async function confirmed(server: TestApp): Promise<Person> {
  const client = server.client();
  const username = newAddress();
  await signUp(client, username);
  const response = await client.call(confirm, { payload: { username, code: await newestCode(server, username) } });
  expect(response.status).toBe(200);
  return { client, username };
}

export async function loggedIn(server: TestApp): Promise<Person> {
  const person = await confirmed(server);
  expect((await logInAs(person.client, person.username)).status).toBe(200);
  return person;
}

/** Requests a reset; returns the mailed link. */
export async function requestReset(server: TestApp, { client, username }: Person): Promise<ReturnType<typeof resetIn>> {
  await client.call(forgotPassword, { payload: { username } });
  return resetIn(await lastMailTo(server.db, username));
}

/** Makes calls whose responses are lost: the browser keeps its earlier cookies. Returns the lost responses. */
export async function loseResponse<T>(client: Client, call: () => Promise<T>): Promise<T> {
  const cookies = new Map(client.cookies);
  const lost = await call();
  client.cookies.clear();
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return lost;
}
