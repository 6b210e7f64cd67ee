import { DEVICE_COOKIE, SIGN_ON_COOKIE, SIGNED_OUT_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { officePaths } from '@firstyear/api-contract/desk';
import { officeStaff } from '@firstyear/words/office-staff';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { route } from '../../../plugins/call.ts';
import { expireHostCookie, setHostCookie } from '../../../plugins/cookies.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import { expireStaffCookie, setStaffCookie, staffToken } from '../../../plugins/staff-session.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { staffActor } from '../../audit/service.ts';
import type { Module } from '../../module.ts';
import { DEVICE_COOKIE_LIFE_MS } from '../identity/devices.ts';
import {
  addPerson,
  auditStaff,
  changePerson,
  endSessionsOf,
  type NamingDependencies,
  removePerson,
  renewLink,
  type StaffDependencies,
} from './people.ts';
import { causeOf, ProviderAway, type SignOnProvider, SignOnRefused } from './provider.ts';
import { countSessions, type StaffRow, selectPeople, setNewSince } from './repository.ts';
import { ACTS_ON_MANY, roleNames, roleOf, SEES, seesDraftAnswers } from './rights.ts';
import { markColleague, readLink, setUp, signIn } from './sign-in.ts';
import {
  beginSignOn,
  endAtProvider,
  endSession,
  finishSignOn,
  SIGN_ON_LIFE_MS,
  type SignOnProblem,
} from './sign-on.ts';

function toStaffPerson(row: StaffRow, sessions: number): desk.StaffPerson {
  const { id, email, name, created_at, last_seen_at, password_hash, totp_secret, subject } = row;
  return {
    id,
    email,
    name,
    role: roleOf(row),
    role_from: row.role === '' ? 'university' : 'office',
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    is_set_up: subject !== null || (password_hash !== null && totp_secret !== null),
    sessions,
  };
}

type StaffNeeds = Pick<StaffDependencies, 'passwords' | 'passwordStrength'> &
  Pick<NamingDependencies, 'onColleagueNamed'> & { readonly signOn: SignOnProvider | undefined };

/** Signing in and out of the office's app, and its staff. */
export const staffRoutes: Module<StaffNeeds> = (deps) => async (app) => {
  const { db, partner, office } = deps;

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
    const network = networkOf(request.ip);
    expireStaffCookie(reply);
    const token = staffToken(request);
    const ended = token === undefined ? undefined : await endSession(deps, deps.signOn, token);
    if (!ended) return { provider: null };
    const { staffId, isProvided, address } = ended;
    await auditStaff(db, deps, staffActor({ staffId, network }), 'staff_sign_out', { staff_id: staffId });
    if (isProvided) {
      setHostCookie(reply, { name: SIGNED_OUT_COOKIE, value: '1', httpOnly: true, maxAgeMs: SIGNED_OUT_LIFE_MS });
    }
    return { provider: address ?? null };
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

  // What arrived while the list was on the screen stays new.
  route(app, deps, desk.markAllSeen, async ({ staff, payload }) => {
    const until = Math.min(Date.parse(payload.until), deps.clock().getTime());
    await setNewSince(db, staff.staffId, new Date(until));
    return {};
  });

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

  route(app, deps, desk.staffList, async () => {
    const sessions = await countSessions(db, deps.databaseClock);
    const people = await selectPeople(db);
    return {
      people: people.map((row) => toStaffPerson(row, sessions.get(row.id) ?? 0)),
      roles: [...roleNames(office)],
    };
  });
  route(app, deps, desk.addStaff, async ({ staff, payload }) => {
    const { person, made } = await addPerson(deps, staffActor(staff), payload);
    const link = made && { link: made.link, expires_at: made.expiresAt.toISOString() };
    return { person: toStaffPerson(person, 0), ...link };
  });
  route(app, deps, desk.changeStaff, async ({ staff, payload, params: { id = '' } }) => {
    const person = await changePerson(deps, staffActor(staff), id, payload);
    const sessions = await countSessions(db, deps.databaseClock);
    return { person: toStaffPerson(person, sessions.get(id) ?? 0) };
  });
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

/** Longer than a session at the provider lasts. */
const SIGNED_OUT_LIFE_MS = 90 * DAY_MS;

const toSchema = z.object({ to: z.string().max(2000).optional() });
const logoutSchema = z.object({ logout_token: z.string().max(8000) });

/** Sign-on with the university's provider. A refused one leads to the sign-in page, with the reason. */
export const signOnRoutes: Module<StaffNeeds> = (deps) => async (app) => {
  const provider = deps.signOn;
  if (!provider) return;
  const redirect = (reply: FastifyReply, to: string) => reply.header('cache-control', 'no-store').redirect(to, 303);
  const refuse = (request: FastifyRequest, reply: FastifyReply, problem: SignOnProblem, cause: string) => {
    request.log.warn({ problem, cause }, 'a sign-on was refused');
    return redirect(reply, `${officePaths.signIn}?problem=${problem}`);
  };

  app.get(officePaths.signOn, { config: { limit: 'staff' } }, async (request, reply) => {
    const { to = officePaths.home } = toSchema.safeParse(request.query).data ?? {};
    try {
      const { address, browser } = await beginSignOn(deps, provider, {
        to,
        requiresLogin: request.cookies[SIGNED_OUT_COOKIE] !== undefined,
      });
      // The provider's redirect comes from another site, and browsers don't send a strict cookie with that.
      const cookie = { name: SIGN_ON_COOKIE, value: browser, httpOnly: true, maxAgeMs: SIGN_ON_LIFE_MS } as const;
      setHostCookie(reply, { ...cookie, sameSite: 'lax' });
      return redirect(reply, address);
    } catch (error) {
      if (error instanceof ProviderAway) return refuse(request, reply, 'provider_away', causeOf(error));
      throw error;
    }
  });

  app.get(officePaths.signOnCallback, { config: { limit: 'staff' } }, async (request, reply) => {
    const outcome = await finishSignOn(deps, provider, {
      address: new URL(request.url, deps.config.publicUrl),
      browser: request.cookies[SIGN_ON_COOKIE],
      network: networkOf(request.ip),
      earlierSession: staffToken(request),
    });
    expireHostCookie(reply, SIGN_ON_COOKIE);
    if ('problem' in outcome) return refuse(request, reply, outcome.problem, outcome.cause);
    expireHostCookie(reply, SIGNED_OUT_COOKIE);
    setStaffCookie(reply, outcome.token);
    return redirect(reply, outcome.to);
  });

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  app.post(officePaths.backChannelLogout, { bodyLimit: 16_384, config: { limit: 'staff' } }, async (request, reply) => {
    const { data } = logoutSchema.safeParse(request.body);
    if (!data) throw new ApiError('bad_request');
    try {
      await endAtProvider(deps, provider, data.logout_token);
    } catch (cause) {
      if (cause instanceof SignOnRefused) throw new ApiError('bad_request', { cause });
      if (cause instanceof ProviderAway) throw new ApiError('provider_away', { cause });
      throw cause;
    }
    return reply.header('cache-control', 'no-store').send({});
  });
};
