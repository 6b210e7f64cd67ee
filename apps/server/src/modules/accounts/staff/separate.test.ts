import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { selectRows } from '../../../db/listed-tables.ts';
import { SECOND_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { codeNow, linkId, newColleague, setUpPerson, signIn, useLink } from './staff.testing.ts';

const server = await suiteApp();
const director = await newColleague(server, 'director');

/** Everything that is stored about a colleague's access. */
const storedOf = async (id: string) => [
  await selectRows(server.db, 'staff_person', 'id', [id]),
  await selectRows(server.db, 'staff_session', 'staff_id', [id]),
  await selectRows(server.db, 'staff_recovery_code', 'staff_id', [id]),
  await selectRows(server.db, 'staff_link', 'staff_id', [id]),
];

/** Somebody with access, a session, a used recovery code and an unused link. */
async function withAccess() {
  const person = await setUpPerson(server, director, 'clerk');
  const params = { id: person.staffId };
  server.clock.advance(30 * SECOND_MS);
  const client = server.client();
  expect((await signIn(client, person.email, codeNow(server, person.secret))).status).toBe(200);
  expect((await signIn(server.client(), person.email, person.recovery[0] ?? '')).status).toBe(200);
  const { link } = (await director.call(desk.newStaffLink, { params })).body;
  return { ...person, client, params, link: linkId(link) };
}

test("whatever becomes of one colleague's access leaves that of others as it was", async () => {
  const other = await withAccess();
  const before = await storedOf(other.staffId);
  const one = await withAccess();
  await useLink(server, server.client(), one.link);
  server.clock.advance(30 * SECOND_MS);
  const until = server.clock.now().toISOString();
  expect((await one.client.call(desk.markAllSeen, { payload: { until } })).status).toBe(401);
  const again = server.client();
  const { link } = (await director.call(desk.newStaffLink, { params: one.params })).body;
  const { secret } = await useLink(server, again, linkId(link));
  server.clock.advance(30 * SECOND_MS);
  expect((await signIn(again, one.email, codeNow(server, secret))).status).toBe(200);
  server.clock.advance(15 * SECOND_MS);
  expect((await again.call(desk.markAllSeen, { payload: { until } })).status).toBe(200);
  const payload = { name: 'Grace Newname' };
  expect((await director.call(desk.changeStaff, { params: one.params, payload })).status).toBe(200);
  expect((await again.call(desk.signOut)).status).toBe(200);
  expect(await storedOf(other.staffId)).toEqual(before);
  expect((await signIn(server.client(), one.email, other.recovery[1] ?? '')).status).toBe(400);
  for (const call of [desk.endStaffSessions, desk.removeStaff])
    expect((await director.call(call, { params: one.params })).status).toBe(200);
  expect(await storedOf(other.staffId)).toEqual(before);
  expect((await other.client.call(desk.me)).body.email).toBe(other.email);
});
