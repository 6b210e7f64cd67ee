import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { codeNow, linkId, newColleague, PASSWORD, setUpPerson, signIn, signInAs, useLink } from './staff.testing.ts';

const server = await suiteApp();
const { staffId: directorId } = await newColleague(server, 'director');
const director = () => signInAs(server, directorId);

/** A colleague with access, and the id of a new link that a director has made for them. */
async function withNewLink() {
  const person = await setUpPerson(server, await director(), 'auditor');
  server.clock.advance(SECOND_MS);
  const { body } = await (await director()).call(desk.newStaffLink, { params: { id: person.staffId } });
  return { ...person, id: linkId(body.link) };
}

const look = async (id: string) => {
  const { secret = '', sealed = '' } = (await server.client().call(desk.lookAtSetUp, { payload: { id } })).body;
  return { secret, sealed };
};
const kindsTo = async (email: string) => (await mailsTo(server.db, email)).map(({ kind }) => kind);

test('each look at a link shows another key, and a set-up keeps the key that it was shown', async () => {
  const { id, email } = await withNewLink();
  const [spied, own] = [await look(id), await look(id)];
  expect(spied.secret).not.toBe(own.secret);
  const setUp = (payload: { sealed: string; code: string }) =>
    server.client().call(desk.setUp, { payload: { id, password: PASSWORD, ...payload } });
  const mixed = await setUp({ sealed: own.sealed, code: codeNow(server, spied.secret) });
  expect(mixed.body.code).toBe('wrong_app_code');
  const { id: another } = await withNewLink();
  for (const sealed of [(await look(another)).sealed, own.sealed.replace(/\..*/, '.AAAA')]) {
    expect((await setUp({ sealed, code: '000000' })).body.code).toBe('wrong_set_up_link');
  }
  expect((await setUp({ sealed: own.sealed, code: codeNow(server, own.secret) })).status).toBe(200);
  server.clock.advance(30 * SECOND_MS);
  expect((await signIn(server.client(), email, codeNow(server, spied.secret))).body.code).toBe('wrong_sign_in');
  expect((await signIn(server.client(), email, codeNow(server, own.secret))).status).toBe(200);
});

test('the audit trail names who made a link, when somebody looks at it and when it is used', async () => {
  const { id, staffId } = await withNewLink();
  const before = await server.db.selectFrom('audit_event').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await useLink(server, server.client('192.0.2.160'), id);
  const events = server.db.selectFrom('audit_event').select(['kind', 'actor', 'network', 'detail']);
  const detail = { staff_id: staffId, link_made_by: directorId };
  expect(await events.where('id', '>', before.id).orderBy('id').execute()).toEqual([
    { kind: 'staff_link_opened', actor: 'visitor', network: '192.0.2.160', detail },
    { kind: 'staff_set_up', actor: `staff ${staffId}`, network: '192.0.2.160', detail },
  ]);
});

test('a link is mailed to the colleague whom it is for, and its use too', async () => {
  const { id, email } = await withNewLink();
  server.clock.advance(SECOND_MS);
  const before = await kindsTo(email);
  expect(before.toSorted()).toEqual(['staff_link_made', 'staff_link_made', 'staff_set_up']);
  await useLink(server, server.client(), id);
  const mails = await mailsTo(server.db, email);
  expect(mails.map(({ kind }) => kind)).toEqual([...before, 'staff_set_up']);
  expect(mails.filter(({ text }) => text.includes(id)).map(({ kind }) => kind)).toEqual(['staff_link_made']);
  expect(mails.every(({ text }) => text.includes('Grace Staff'))).toBe(true);
});

test('a sign-in from a new browser and many wrong passwords are mailed to the colleague, the latter once a day', async () => {
  const { email, secret, browser } = await setUpPerson(server, await director(), 'clerk');
  const first = (await kindsTo(email)).length;
  const since = async () => (await kindsTo(email)).slice(first);
  server.clock.advance(MINUTE_MS);
  await signIn(browser, email, codeNow(server, secret));
  expect(await since()).toEqual([]);
  server.clock.advance(MINUTE_MS);
  await signIn(server.client(), email, codeNow(server, secret));
  expect(await since()).toEqual(['staff_new_browser']);
  server.clock.advance(MINUTE_MS);
  await signIn(server.client('198.51.100.99'), email, '000000');
  expect(await since()).toEqual(['staff_new_browser']);
  for (let tries = 0; tries < 25; tries += 1) await signIn(server.client(`198.51.100.${tries}`), email, '000000');
  expect(await since()).toEqual(['staff_new_browser', 'staff_failed_sign_ins']);
});
