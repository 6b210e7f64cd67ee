import * as z from 'zod/mini';
import { call, officeCall } from './call.ts';
import { username as email, messageResponse, password } from './identity.ts';
import { RIGHTS, STAFF_ROLES } from './rights.ts';
import { staffLine } from './staff-text.ts';

/** Calls about the sessions and accounts of staff. */

/** Milliseconds without activity after which a session of the office ends, and how long it lasts in all. */
export const STAFF_IDLE_LIMIT_MS = 900_000;
export const STAFF_ABSOLUTE_LIMIT_MS = 10 * 60 * 60 * 1000;

/** Six digits from an authenticator app, or one of the recovery codes. */
const code = z.string().check(z.minLength(6), z.maxLength(20));
const linkId = z.string().check(z.maxLength(200));
const moment = z.string();

/** The ways to sign in: with a password and a code, or through the university's sign-on. */
export const signInWays = call('GET', '/office/api/sign-in', {
  for: 'visitor',
  response: z.object({
    university: z.string(),
    /** Whether the university's sign-on is set up; it begins at officePaths.signOn. */
    has_provider: z.boolean(),
  }),
});

/** Signs in with a password and a code; wrong_sign_in says nothing about which of the two is wrong. */
export const signIn = call('POST', '/office/api/sign-in', {
  for: 'visitor',
  payload: z.strictObject({ email, password, code }),
});

/** Works without a session too. */
export const signOut = call('POST', '/office/api/sign-out', {
  for: 'visitor',
  response: z.object({
    /** The page that ends the session at the university's provider; null if it has none, or a password began this one. */
    provider: z.nullable(z.string()),
  }),
});

/** The colleague that a set-up link is for, and a new key for the authenticator app. */
export const lookAtSetUp = call('POST', '/office/api/set-up/look', {
  for: 'link',
  payload: z.strictObject({ id: linkId }),
  response: z.object({
    email: z.string(),
    name: z.string(),
    /** Base32, to be typed into an app. */
    secret: z.string(),
    /** otpauth://totp/…, to be shown as a QR code. */
    uri: z.string(),
    /** The key as setUp wants it back: only who was shown it can use it. */
    sealed: z.string(),
  }),
});

/** Sets the password and the authenticator app; the link works once. Returns the recovery codes, which nobody sees again. */
export const setUp = call('POST', '/office/api/set-up', {
  for: 'link',
  payload: z.strictObject({ id: linkId, sealed: z.string().check(z.maxLength(400)), password, code }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
});

const role = z.enum(STAFF_ROLES);

export const me = call('GET', '/office/api/me', {
  for: 'staff',
  response: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role,
    rights: z.array(z.enum(RIGHTS)),
    /** What lists show: everything, submitted applications alone, or only number, name and status. */
    sees: z.enum(['all', 'submitted', 'names']),
    /** Whether lists show answers of drafts, and find drafts by them. */
    sees_draft_answers: z.boolean(),
    /** Acts that this role may do on many applications at once. */
    acts_on_many: z.array(z.string()),
    /** Whether the role sees only some applications, such as those of one major. */
    is_limited: z.boolean(),
    /** Whether the university's sign-on can't be reached: nothing can be changed until it can. */
    is_read_only: z.boolean(),
    university: z.string(),
    /** IANA name: days and times are shown in it. */
    time_zone: z.string(),
  }),
});

/** Applications up to a moment are no longer new to this person. */
export const markAllSeen = call('POST', '/office/api/seen', {
  for: 'staff',
  payload: z.strictObject({ until: z.iso.datetime({ offset: true }) }),
});

/** Reports activity, so that browser and server end an idle session at the same time. */
export const staffActivity = call('POST', '/office/api/activity', { for: 'staff' });

/** One of the four roles, or the name of a limited role from the partner's office.ts. */
const roleName = z.string().check(z.minLength(1), z.maxLength(40));

export const staffPerson = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** The role that counts. */
  role: z.string(),
  /** Whether a director chose the role, or the university's sign-on names it. */
  role_from: z.enum(['office', 'university']),
  created_at: moment,
  last_seen_at: z.nullable(moment),
  /** Whether they have a password and an authenticator app, or have used the university's sign-on. */
  is_set_up: z.boolean(),
  sessions: z.int(),
});
export type StaffPerson = z.infer<typeof staffPerson>;

export const staffList = officeCall('staff', 'GET', '/office/api/staff', {
  response: z.object({ people: z.array(staffPerson), roles: z.array(z.string()) }),
});
export const staffName = staffLine({ min: 1, max: 120 });
/** Adds a colleague, and returns their set-up link unless they sign in with the university; 409 staff_exists. */
export const addStaff = officeCall('staff', 'POST', '/office/api/staff', {
  payload: z.strictObject({ email, name: staffName, role: roleName }),
  response: z.object({ person: staffPerson, link: z.optional(z.string()), expires_at: z.optional(moment) }),
});
/** Changes name, role or both; another role ends their sessions. Nobody changes their own role. */
export const changeStaff = officeCall('staff', 'PUT', '/office/api/staff/:id', {
  payload: z.strictObject({ name: z.optional(staffName), role: z.optional(roleName) }),
  response: z.object({ person: staffPerson }),
});
/** Removes a colleague and ends their sessions; the audit trail keeps their acts. */
export const removeStaff = officeCall('staff', 'DELETE', '/office/api/staff/:id');
export const endStaffSessions = officeCall('staff', 'POST', '/office/api/staff/:id/end-sessions', {
  response: z.object({ ended: z.int() }),
});
/** A new set-up link; the current password and authenticator app work until it is used. */
export const newStaffLink = officeCall('staff', 'POST', '/office/api/staff/:id/link', {
  response: z.extend(messageResponse, { link: z.string(), expires_at: moment }),
});
