import type { PayloadOf } from '@firstyear/api-contract/call';
import type * as desk from '@firstyear/api-contract/desk';
import { GUESSES, MAIL_LIMITS, WRONG_PASSWORDS } from '../../../config/limits.ts';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { hashToken, newToken, readableCode } from '../../../crypto/tokens.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { staffActor } from '../../audit/service.ts';
import { queueAtMost, queueMail } from '../../mail/service.ts';
import { markDevice, readDevice } from '../identity/devices.ts';
import { requirePasswordRules, requireStrongPassword } from '../identity/password-check.ts';
import { countTry, forgetFailures } from '../limits/failures.ts';
import { countLogin } from '../limits/logins.ts';
import { failedSignInsMail, newBrowserMail, setUpMail } from './mails.ts';
import { auditStaff, makerName, type StaffDependencies, staffSealer } from './people.ts';
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  lockPerson,
  replaceRecoveryCodes,
  type StaffRow,
  selectLink,
  selectPerson,
  selectPersonByEmail,
  updatePerson,
  useLink,
  useRecoveryCode,
} from './repository.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** Apart from the browsers of an applicant with the same address. */
const deviceName = (email: string) => `staff ${email.trim().toLowerCase()}`;

/** Marks a browser in which a colleague has signed in or used a set-up link: wrong passwords elsewhere don't slow it. */
export const markColleague = (secret: InstallationSecret, email: string, earlier: string | undefined): string =>
  markDevice(secret, deviceName(email), earlier);

const RECOVERY_CODES = 10;
const newRecoveryCode = () => `${readableCode(5)}-${readableCode(5)}`;
/** Ignores hyphens and case. */
const hashRecoveryCode = (code: string) => hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));

const isAppCode = (code: string) => /^[0-9]{6}$/.test(code);

/** Uses up a code of the person's authenticator app, or a recovery code; false for a wrong code. */
async function useCode(tx: Tx, deps: StaffDependencies, person: StaffRow, code: string, now: Date): Promise<boolean> {
  if (!isAppCode(code)) return useRecoveryCode(tx, person.id, hashRecoveryCode(code), now);
  const secret = person.totp_secret === null ? undefined : staffSealer(deps).open(person.totp_secret, person.id);
  const step = secret === undefined ? undefined : stepOfCode(secret, code, now, person.totp_step);
  if (step === undefined) return false;
  await updatePerson(tx, person.id, { totp_step: step });
  return true;
}

/** Mails a colleague about many failed sign-ins, once a day. */
const warnOfFailures = (deps: StaffDependencies, staffId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const person = await lockPerson(tx, staffId);
    if (person) await queueAtMost(tx, deps, failedSignInsMail(deps.partner, person), 1);
  });

/**
 * Signs a person in with a password and a code; returns the session's token. 400 wrong_sign_in, always after comparing one password;
 * 429 too_many.
 */
export async function signIn(
  deps: StaffDependencies,
  given: PayloadOf<typeof desk.signIn> & {
    readonly network: string;
    /** The mark of a browser that has signed in before; see markColleague(). */
    readonly deviceMark: string | undefined;
    /** The browser's earlier session, which ends. */
    readonly earlierSession: string | undefined;
  },
): Promise<string> {
  const email = given.email.trim().toLowerCase();
  const device = readDevice(deps.config.secret, deviceName(email), given.deviceMark);
  const knownAt = device && email;
  deps.passwords.requireRoom(knownAt);
  const attempt = await countLogin(
    deps.db,
    { door: 'staff-login', email, network: given.network, device },
    deps.clock(),
  );
  const person = await selectPersonByEmail(deps.db, email);
  const isPassword = await deps.passwords.verify(person?.password_hash, given.password, knownAt);
  const by = person && staffActor({ staffId: person.id, network: given.network });
  const token = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const locked = person && isPassword ? await lockPerson(tx, person.id) : undefined;
    // The comparison took a while: another password may have been set meanwhile.
    if (!by || !locked || locked.password_hash !== person?.password_hash) return undefined;
    if (!(await useCode(tx, deps, locked, given.code, now))) return undefined;
    if (given.earlierSession !== undefined) await deleteSession(tx, hashToken(given.earlierSession));
    if (device === undefined && locked.last_seen_at !== null) {
      await queueAtMost(tx, deps, newBrowserMail(deps.partner, locked), MAIL_LIMITS.newBrowsers);
    }
    const newSession = newToken();
    await insertSession(tx, deps.databaseClock, { tokenHash: hashToken(newSession), staffId: locked.id });
    await auditStaff(tx, deps, by, 'staff_sign_in', { staff_id: locked.id });
    await attempt.forget(tx);
    return newSession;
  });
  if (token === undefined) {
    await attempt.fail();
    if (by) {
      const visitor = { kind: 'visitor', network: given.network } as const;
      await auditStaff(deps.db, deps, visitor, 'staff_sign_in_failed', { staff_id: by.staffId });
      if (attempt.failures >= WRONG_PASSWORDS.beforeNotice) await warnOfFailures(deps, by.staffId);
    }
    throw new ApiError('wrong_sign_in');
  }
  return token;
}

/** Binds a sealed key to the link that it was shown with. */
const sealedFor = (tokenHash: Buffer) => `link ${tokenHash.toString('base64url')}`;

/** The person of a link, and its maker. 400 wrong_set_up_link. */
async function requireLink(deps: StaffDependencies, tokenHash: Buffer) {
  const link = await selectLink(deps.db, tokenHash, deps.clock());
  const person = link && (await selectPerson(deps.db, link.staff_id));
  if (!person) throw new ApiError('wrong_set_up_link');
  return { person, madeBy: link.made_by };
}

/**
 * The person of a link, and a new key for their authenticator app, sealed too: nobody who looked at the link before knows it. 400
 * wrong_set_up_link.
 */
export async function readLink(deps: StaffDependencies, id: string, network: string) {
  const tokenHash = hashToken(id);
  const { person, madeBy } = await requireLink(deps, tokenHash);
  const by = { kind: 'visitor', network } as const;
  await auditStaff(deps.db, deps, by, 'staff_link_opened', { staff_id: person.id, link_made_by: madeBy });
  const secret = newTotpSecret();
  const uri = totpUri(secret, { issuer: deps.partner.name, account: person.email });
  return { person, secret, uri, sealed: staffSealer(deps).seal(secret, sealedFor(tokenHash)) };
}

/**
 * Sets the password and the authenticator app with a single-use link, ends all sessions and returns new recovery codes. 400
 * wrong_set_up_link, invalid_password, weak_password, wrong_app_code.
 */
export async function setUp(
  deps: StaffDependencies,
  given: PayloadOf<typeof desk.setUp> & { readonly network: string },
): Promise<{ readonly email: string; readonly recoveryCodes: readonly string[] }> {
  const tokenHash = hashToken(given.id);
  const { person, madeBy } = await requireLink(deps, tokenHash);
  const secret = staffSealer(deps).open(given.sealed, sealedFor(tokenHash));
  if (secret === undefined) throw new ApiError('wrong_set_up_link');
  requirePasswordRules(given.password);
  const subject = `staff-link:${tokenHash.toString('base64url')}`;
  await countTry(deps.db, subject, GUESSES, deps.clock());
  const step = stepOfCode(secret, given.code, deps.clock(), 0);
  if (step === undefined) throw new ApiError('wrong_app_code');
  await requireStrongPassword(deps, person.email, given.password);
  const password_hash = await deps.passwords.hash(given.password);
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    if (!(await useLink(tx, tokenHash, now))) throw new ApiError('wrong_set_up_link');
    const totp_secret = staffSealer(deps).seal(secret, person.id);
    await updatePerson(tx, person.id, { password_hash, totp_secret, totp_step: step });
    await replaceRecoveryCodes(tx, person.id, codes.map(hashRecoveryCode));
    await deleteSessionsOf(tx, person.id);
    const by = staffActor({ staffId: person.id, network: given.network });
    await auditStaff(tx, deps, by, 'staff_set_up', { staff_id: person.id, link_made_by: madeBy });
    await queueMail(tx, deps.jobs, setUpMail(deps.partner, person, await makerName(tx, madeBy)), now);
  });
  await forgetFailures(deps.db, subject);
  return { email: person.email, recoveryCodes: codes };
}
