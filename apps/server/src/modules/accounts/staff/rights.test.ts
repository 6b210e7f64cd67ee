import { randomUUID } from 'node:crypto';
import type { Call } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { isOneOf } from '@firstyear/form-engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { findRole, mayBeAssigned, seesDraftAnswers } from './rights.ts';
import { type Colleague, newColleague } from './staff.testing.ts';

const isStaffCall = (value: unknown): value is Call & { readonly for: 'staff' } =>
  typeof value === 'object' && value !== null && 'for' in value && value.for === 'staff';
const CALLS = Object.entries(desk).flatMap(([name, value]): (readonly [string, Call])[] =>
  isStaffCall(value) ? [[name, value]] : [],
);

/** As agreed with the office: reader, clerk, director, auditor. */
const AGREED: Readonly<Record<desk.Right, string>> = {
  list: 'yes yes yes yes',
  read: 'yes yes yes no',
  open_sealed: 'no no yes no',
  note: 'yes yes yes no',
  assign: 'no yes yes no',
  checklist: 'no yes yes no',
  mail_again: 'no yes yes no',
  extend_deadline: 'no yes yes no',
  reopen: 'no no yes no',
  act_on_many: 'no yes yes no',
  rename_labels: 'no no yes no',
  export: 'no no yes no',
  numbers: 'no no yes yes',
  audit_trail: 'no no yes yes',
  staff: 'no no yes no',
};

let server: TestApp;
let colleagues: ReadonlyMap<desk.StaffRole, Colleague>;
beforeAll(async () => {
  const office = {
    limited_roles: { art_reader: { role: 'reader', when: isOneOf('applied_major', ['art']) } },
  } as const;
  server = await testApp({ deps: { office } });
  const people = await Promise.all(
    desk.STAFF_ROLES.map(async (role) => [role, await newColleague(server, role)] as const),
  );
  colleagues = new Map(people);
});
afterAll(() => server.stop());

const isRegistered = ({ method, path }: Call) => server.app.hasRoute({ method, url: path });

const cells = desk.RIGHTS.flatMap((right) =>
  desk.STAFF_ROLES.map((role, place) => [right, role, AGREED[right].split(' ')[place] ?? ''] as const),
);
test.each(cells)('the right %s of a %s: %s', async (right, role, agreed) => {
  const colleague = colleagues.get(role);
  for (const [name, call] of CALLS.filter(([, one]) => one.right === right && isRegistered(one))) {
    // An unknown id and an empty body: with the right, the call is refused later.
    const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, one = '']) => [one, randomUUID()]));
    const response = await colleague?.call(call, { params, ...(call.method !== 'GET' && { payload: {} }) });
    if (agreed === 'yes') expect([200, 400, 404, 409], name).toContain(response?.status);
    else expect([response?.status, response?.body.code], name).toEqual([403, 'not_allowed']);
  }
});

test('each call of the office names its right, except calls about oneself', () => {
  const without = CALLS.filter(([, { right }]) => right === undefined).map(([name]) => name);
  expect(without.sort()).toEqual(['markAllSeen', 'me', 'staffActivity']);
});

test.each([
  ['reader', 'submitted'],
  ['clerk', 'all'],
  ['director', 'all'],
  ['auditor', 'names'],
] as const)('a %s gets their rights, and that they see %s', async (role, sees) => {
  const { body } = (await colleagues.get(role)?.call(desk.me)) ?? { body: undefined };
  const agreed = cells.filter(([, one, may]) => one === role && may === 'yes').map(([right]) => right);
  expect(body).toMatchObject({ role, sees, rights: agreed, is_limited: false, is_read_only: false });
});

test('a limited role has the rights of its role, and says that it is limited', async () => {
  const colleague = await newColleague(server, 'art_reader');
  expect((await colleague.call(desk.me)).body).toMatchObject({ role: 'reader', is_limited: true });
});

test('a colleague whose role the partner has removed is signed out', async () => {
  const colleague = await newColleague(server, 'music_reader');
  expect((await colleague.call(desk.me)).status).toBe(401);
});

test('answers of drafts are in the lists of roles that see everything, where the university wants them there', () => {
  const whoSees = (office: Parameters<typeof seesDraftAnswers>[0]) =>
    desk.STAFF_ROLES.filter((role) => seesDraftAnswers(office, role));
  expect(whoSees({ shows_draft_answers: true })).toEqual(['clerk', 'director']);
  expect([whoSees({}), whoSees({ shows_draft_answers: false })]).toEqual([[], []]);
});

test('applications are assigned to who may open them, by the role in force', async () => {
  const { office } = server.deps;
  const mayBe = (role: string, claimed_role: string | null = null) => mayBeAssigned(office, { role, claimed_role });
  expect(desk.STAFF_ROLES.filter((role) => mayBe(role))).toEqual(['reader', 'clerk', 'director']);
  expect([mayBe('art_reader'), mayBe('', 'clerk'), mayBe('auditor', 'clerk')]).toEqual([true, true, false]);
  expect([mayBe(''), mayBe('music_reader'), findRole(office, 'constructor')]).toEqual([false, false, undefined]);
  const { roles } = (await colleagues.get('director')?.call(desk.staffList))?.body ?? {};
  expect(roles).toEqual([...desk.STAFF_ROLES, 'art_reader']);
});
