import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { codeNow, linkId, newColleague, setUpPerson, signIn, signInAs, useLink } from './staff.testing.ts';

const server = await suiteApp();
const { staffId: directorId } = await newColleague(server, 'director');
const director = () => signInAs(server, directorId);

let networks = 0;
/** A stranger from a network without other tries. */
function stranger() {
  networks += 1;
  return server.client(`198.18.${networks >> 8}.${networks & 255}`);
}

/** Wrong passwords from some networks, until each of them has to wait. */
async function keepGuessing(guessers: readonly Client[], email: string): Promise<void> {
  const guess = async () =>
    Promise.all(guessers.map((guesser) => signIn(guesser, email, '000000', 'Wrong-password-1')));
  for (let round = 0; round < 5; round += 1) await guess();
  expect((await guess()).map(({ status }) => status)).toEqual(guessers.map(() => 429));
}

test('strangers with ten networks keep nobody out of the office: not a browser that was used before, nor a new one', async () => {
  const strangers = Array.from({ length: 10 }, stranger);
  const { email, secret, browser } = await setUpPerson(server, await director(), 'clerk');
  server.clock.advance(30 * SECOND_MS);
  expect((await signIn(browser, email, codeNow(server, secret))).status).toBe(200);
  server.clock.advance(30 * SECOND_MS);
  await keepGuessing(strangers, email);
  expect((await signIn(browser, email, codeNow(server, secret))).status).toBe(200);
  server.clock.advance(30 * SECOND_MS);
  await keepGuessing(strangers, email);
  expect((await signIn(stranger(), email, codeNow(server, secret))).status).toBe(200);
});

test("a director's link lets a colleague in whom strangers have locked out", async () => {
  const { email, staffId } = await setUpPerson(server, await director(), 'clerk');
  // More networks than a stranger has, so that new browsers wait too.
  for (let tries = 0; tries < 30; tries += 1) await signIn(stranger(), email, '000000');
  const browser = stranger();
  const wait = await signIn(browser, email, '000000');
  expect([wait.status, wait.headers['retry-after']]).toEqual([429, '2']);
  const { body } = await (await director()).call(desk.newStaffLink, { params: { id: staffId } });
  const { recovery } = await useLink(server, browser, linkId(body.link));
  expect((await signIn(browser, email, recovery[0] ?? '')).status).toBe(200);
});

test('guesses from one network wait longer and longer; a success forgets only its own network', async () => {
  const { email, secret } = await setUpPerson(server, await director(), 'clerk');
  server.clock.advance(30 * SECOND_MS);
  const guesser = stranger();
  for (let tries = 0; tries < 5; tries += 1) expect((await signIn(guesser, email, '000000')).status).toBe(400);
  expect((await signIn(stranger(), email, codeNow(server, secret))).status).toBe(200);
  expect((await signIn(guesser, email, '000000')).status).toBe(429);
});

test("one password tried at many addresses of the office is slowed after forty; the network's known browsers are not", async () => {
  server.clock.advance(DAY_MS - (server.clock.now().getTime() % (10 * MINUTE_MS)));
  const { email, secret } = await setUpPerson(server, await director(), 'clerk');
  const network = '192.0.2.150';
  const owner = server.client(network);
  server.clock.advance(30 * SECOND_MS);
  expect((await signIn(owner, email, codeNow(server, secret))).status).toBe(200);
  server.clock.advance(30 * SECOND_MS);
  const statuses: number[] = [];
  for (let tries = 0; tries < 41; tries += 1) {
    statuses.push((await signIn(server.client(network), `sprayed.${tries}@office.example`, '000000')).status);
  }
  expect([statuses.slice(0, 40).every((status) => status === 400), statuses.at(-1)]).toEqual([true, 429]);
  expect((await signIn(owner, email, codeNow(server, secret))).status).toBe(200);
});
