import { DEVICE_COOKIE, SIGNED_OUT_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { officeStaff } from '@firstyear/words/office-staff';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../../plugins/call.ts';
import { setHostCookie } from '../../../plugins/cookies.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import { expireStaffCookie, setStaffCookie, staffToken } from '../../../plugins/staff-session.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { staffActor } from '../../audit/service.ts';
import type { Module } from '../../module.ts';
import { DEVICE_COOKIE_LIFE_MS } from '../identity/devices.ts';
import {
  addPerson,
  changePerson,
  endSessionsOf,
  listStaff,
  markAllSeen,
  type NamingDependencies,
  removePerson,
  renewLink,
  type StaffDependencies,
  toStaffPerson,
} from './people.ts';
import type { SignOnProvider } from './provider.ts';
import { ACTS_ON_MANY, SEES, seesDraftAnswers } from './rights.ts';
import { markColleague, readLink, setUp, signIn } from './sign-in.ts';
import { signOut } from './sign-on.ts';

type StaffNeeds = Pick<StaffDependencies, 'passwords' | 'passwordStrength'> &
  Pick<NamingDependencies, 'onColleagueNamed'> & { readonly signOn: SignOnProvider | undefined };

/** Longer than a session at the provider lasts. */
const SIGNED_OUT_LIFE_MS = 90 * DAY_MS;

/** Signing in and out of the office's app, and its staff. */
export const staffRoutes: Module<StaffNeeds> = (deps) => async (app) => {
  const { partner, office } = deps;

  route(app, deps, desk.signInWays, async () => ({
    university: partner.name,
    has_provider: office.sign_on !== undefined,
  }));

  const rememberBrowser = (request: FastifyRequest, reply: FastifyReply, email: string) => {
    const value = markColleague(deps.config.secret, email, request.cookies[DEVICE_COOKIE]);
    setHostCookie(reply, { name: DEVICE_COOKIE, value, httpOnly: true, maxAgeMs: DEVICE_COOKIE_LIFE_MS });
  };

  route(app, deps, desk.signIn, async ({ payload, request, reply }) => {
    const browser = { network: networkOf(request.ip), deviceMark: request.cookies[DEVICE_COOKIE] };
    setStaffCookie(reply, await signIn(deps, { ...payload, ...browser, earlierSession: staffToken(request) }));
    rememberBrowser(request, reply, payload.email);
  });

  // Works without a session too, so that signing out never fails.
  route(app, deps, desk.signOut, async ({ request, reply }) => {
    expireStaffCookie(reply);
    const ended = await signOut(deps, deps.signOn, staffToken(request), networkOf(request.ip));
    if (ended?.isProvided) {
      setHostCookie(reply, { name: SIGNED_OUT_COOKIE, value: '1', httpOnly: true, maxAgeMs: SIGNED_OUT_LIFE_MS });
    }
    return { provider: ended?.address ?? null };
  });

  route(app, deps, desk.lookAtSetUp, async ({ payload, request }) => {
    const { person, secret, uri, sealed } = await readLink(deps, payload.id, networkOf(request.ip));
    return { email: person.email, name: person.name, secret, uri, sealed };
  });
  route(app, deps, desk.setUp, async ({ payload, request, reply }) => {
    const { email, recoveryCodes } = await setUp(deps, { ...payload, network: networkOf(request.ip) });
    rememberBrowser(request, reply, email);
    return { recovery_codes: [...recoveryCodes] };
  });

  route(app, deps, desk.markAllSeen, ({ staff, payload }) => markAllSeen(deps, staff, payload.until));

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
    university: partner.name,
    time_zone: partner.time_zone,
  }));
  route(app, deps, desk.staffActivity, async () => ({}));

  route(app, deps, desk.staffList, () => listStaff(deps));
  route(app, deps, desk.addStaff, async ({ staff, payload }) => {
    const { person, made } = await addPerson(deps, staffActor(staff), payload);
    const link = made && { link: made.link, expires_at: made.expiresAt.toISOString() };
    return { person: toStaffPerson(person), ...link };
  });
  route(app, deps, desk.changeStaff, async ({ staff, payload, params: { id = '' } }) => ({
    person: await changePerson(deps, staffActor(staff), id, payload),
  }));
  route(app, deps, desk.removeStaff, ({ staff, params: { id = '' } }) => removePerson(deps, staffActor(staff), id));
  route(app, deps, desk.endStaffSessions, async ({ staff, params: { id = '' } }) => ({
    ended: await endSessionsOf(deps, staffActor(staff), id),
  }));
  route(app, deps, desk.newStaffLink, async ({ staff, request, params: { id = '' } }) => {
    const { link, expiresAt } = await renewLink(deps, staffActor(staff), id);
    const message = officeStaff.in(request.language).handOver;
    return { message, link, expires_at: expiresAt.toISOString() };
  });
};
