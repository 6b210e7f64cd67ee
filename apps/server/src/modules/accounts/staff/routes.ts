import * as desk from '@firstyear/api-contract/desk';
import { officeStaff } from '@firstyear/words/office-staff';
import { hashToken } from '../../../crypto/tokens.ts';
import { route } from '../../../plugins/call.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import { expireStaffCookie, setStaffCookie, staffToken } from '../../../plugins/staff-session.ts';
import type { Module } from '../../module.ts';
import { audit, staffActor } from '../../office/audit/service.ts';
import { addPerson, changePerson, endSessionsOf, removePerson, renewLink } from './people.ts';
import { type StaffRow, selectPeople } from './repository.ts';
import { ACTS_ON_MANY, roleNames, SEES, seesDraftAnswers } from './rights.ts';
import { countSessions, deleteSession } from './session-repository.ts';
import { lookAtLink, setUp, signIn } from './sign-in.ts';

function shownPerson(row: StaffRow, sessions: number): desk.StaffPerson {
  const { id, email, name, role, created_at, last_seen_at, password_hash, totp_secret, subject } = row;
  return {
    id,
    email,
    name,
    role,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    is_set_up: subject !== null || (password_hash !== null && totp_secret !== null),
    sessions,
  };
}

/** Coming in and going, and who may: for the admissions office. */
export const staffRoutes: Module = (deps) => async (app) => {
  const { db, clock, partner, office } = deps;

  route(app, deps, desk.signInWays, async () => ({
    university: partner.name,
    has_provider: office.sign_on !== undefined,
  }));

  route(app, deps, desk.signIn, async ({ payload, request, reply }) => {
    const network = networkOf(request.ip);
    setStaffCookie(reply, await signIn(deps, { ...payload, network, earlierSession: staffToken(request) }));
    return {};
  });

  // Works without a session too, so that signing out never fails.
  route(app, deps, desk.signOut, async ({ request, reply }) => {
    const network = networkOf(request.ip);
    expireStaffCookie(reply);
    const token = staffToken(request);
    const staffId = token === undefined ? undefined : await deleteSession(db, hashToken(token));
    if (staffId !== undefined) {
      const by = { kind: 'staff', staffId, network } as const;
      await audit(db, { kind: 'staff_sign_out', by, accountId: null, detail: { staff_id: staffId }, at: clock() });
    }
    return {};
  });

  route(app, deps, desk.lookAtSetUp, async ({ payload }) => {
    const { person, secret, uri } = await lookAtLink(deps, payload.id);
    return { email: person.email, name: person.name, secret, uri };
  });
  route(app, deps, desk.setUp, async ({ payload, request }) => ({
    recovery_codes: [...(await setUp(deps, { ...payload, network: networkOf(request.ip) }))],
  }));

  route(app, deps, desk.me, async ({ staff }) => ({
    id: staff.staffId,
    email: staff.email,
    name: staff.name,
    role: staff.role,
    rights: [...staff.rights],
    sees: SEES[staff.role],
    sees_draft_answers: seesDraftAnswers(office, staff.role),
    acts_on_many: [...ACTS_ON_MANY[staff.role]],
    is_limited: staff.condition !== undefined,
    is_read_only: staff.isReadOnly,
    new_since: staff.newSince?.toISOString() ?? null,
    university: partner.name,
    time_zone: partner.time_zone,
  }));
  route(app, deps, desk.staffActivity, async () => ({}));

  route(app, deps, desk.staffList, async () => {
    const sessions = await countSessions(db, deps.databaseClock);
    const people = await selectPeople(db);
    return {
      people: people.map((row) => shownPerson(row, sessions.get(row.id) ?? 0)),
      roles: [...roleNames(office)],
    };
  });
  route(app, deps, desk.addStaff, async ({ staff, payload }) => {
    const { person, link, expiresAt } = await addPerson(deps, staffActor(staff), payload);
    return { person: shownPerson(person, 0), link, expires_at: expiresAt.toISOString() };
  });
  route(app, deps, desk.changeStaff, async ({ staff, payload, params: { id = '' } }) => {
    const person = await changePerson(deps, staffActor(staff), id, payload);
    const sessions = await countSessions(db, deps.databaseClock);
    return { person: shownPerson(person, sessions.get(id) ?? 0) };
  });
  route(app, deps, desk.removeStaff, async ({ staff, params: { id = '' } }) => {
    await removePerson(deps, staffActor(staff), id);
    return {};
  });
  route(app, deps, desk.endStaffSessions, async ({ staff, params: { id = '' } }) => ({
    ended: await endSessionsOf(deps, staffActor(staff), id),
  }));
  route(app, deps, desk.newStaffLink, async ({ staff, request, params: { id = '' } }) => {
    const { link, expiresAt } = await renewLink(deps, staffActor(staff), id);
    const message = officeStaff.in(request.language).handOver;
    return { message, link, expires_at: expiresAt.toISOString() };
  });
};
