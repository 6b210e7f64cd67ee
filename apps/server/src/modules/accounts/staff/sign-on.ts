import { officePaths } from '@firstyear/api-contract/desk';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { readDatabaseTime } from '../../../db/database-clock.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { staffActor } from '../../audit/service.ts';
import { auditStaff, type PeopleDependencies, type StaffDependencies, staffSealer } from './people.ts';
import {
  causeOf,
  NotApproved,
  type ProvidedPerson,
  ProviderAway,
  type SignOnProvider,
  SignOnRefused,
} from './provider.ts';
import {
  claimCheck,
  deleteSession,
  deleteSessionById,
  endProviderSessions,
  insertPerson,
  insertSession,
  insertSignOn,
  isRemoved,
  type OpenStaffSession,
  recordCheck,
  selectPersonByEmail,
  selectPersonBySubject,
  takeSignOn,
  updatePerson,
} from './repository.ts';
import { findRole, roleOf } from './rights.ts';

/** How long a person may take to sign in at the provider. */
export const SIGN_ON_LIFE_MS = 10 * MINUTE_MS;
/** How often to check with the provider that a person still has access. */
const CHECK_EVERY_S = (10 * MINUTE_MS) / SECOND_MS;
const CHECK_TAKES_S = 20;
/** How long a session stays open, read-only, without a response of the provider. */
const READ_ONLY_S = (60 * MINUTE_MS) / SECOND_MS;

/** The stored role of staff whose role comes only from a claim. */
const BY_CLAIM = '';

export type SignOnProblem = 'expired' | 'refused' | 'not_approved' | 'provider_away' | 'not_listed';

/** The address to return to after a sign-on: this one if it is within the office's app, else its home. */
export function safeReturn(to: string): string {
  const isInOffice = to === officePaths.home || /^\/office[/?]/.test(to);
  return isInOffice && !/[\\\s]/.test(to) && !to.startsWith(officePaths.calls) ? to : officePaths.home;
}

/** Begins a sign-on; returns the provider's address and the secret of this browser. Throws ProviderAway. */
export async function beginSignOn(
  deps: StaffDependencies,
  provider: SignOnProvider,
  { to, requiresLogin }: { readonly to: string; readonly requiresLogin: boolean },
) {
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const address = await provider.addressOf({ state, nonce, verifier }, requiresLogin);
  const browser = newToken();
  const now = await readDatabaseTime(deps.db, deps.databaseClock);
  await insertSignOn(deps.db, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    nonce,
    code_verifier: verifier,
    return_to: safeReturn(to),
    expires_at: new Date(now.getTime() + SIGN_ON_LIFE_MS),
  });
  return { address, browser };
}

/** Finds the person by the provider's id or, the first time, by email address. Adds a new person who has a role by a claim,
 * but nobody whom the office has removed. */
async function admit(tx: Tx, deps: StaffDependencies, issuer: string, provided: ProvidedPerson) {
  const { subject, email, role } = provided;
  const known = await selectPersonBySubject(tx, issuer, subject);
  if (known) return known;
  const listed = email === undefined ? undefined : await selectPersonByEmail(tx, email);
  // The address belongs to another person of the provider.
  if (listed && listed.subject !== null) return undefined;
  const created_at = deps.clock();
  const byClaim = async () =>
    email === undefined || role === undefined || (await isRemoved(tx, { issuer, subject, email }))
      ? undefined
      : insertPerson(tx, { email, name: provided.name ?? email, role: BY_CLAIM, created_at });
  const person = listed ?? (await byClaim());
  if (person) await updatePerson(tx, person.id, { issuer, subject });
  return person;
}

/** Finishes a sign-on with the provider's response: a session and the address to return to, or the problem. */
export async function finishSignOn(
  deps: StaffDependencies,
  provider: SignOnProvider,
  given: {
    readonly address: URL;
    readonly browser: string | undefined;
    readonly network: string;
    readonly earlierSession: string | undefined;
  },
): Promise<
  { readonly token: string; readonly to: string } | { readonly problem: SignOnProblem; readonly cause: string }
> {
  const { address, browser, network, earlierSession } = given;
  const state = address.searchParams.get('state') ?? '';
  const signOn = await takeSignOn(deps.db, hashToken(state));
  const now = await readDatabaseTime(deps.db, deps.databaseClock);
  if (!signOn || signOn.expires_at <= now) return { problem: 'expired', cause: 'used, or older than ten minutes' };
  if (browser === undefined || !hashToken(browser).equals(signOn.browser_hash))
    return { problem: 'expired', cause: 'not from the browser that began it' };
  try {
    const provided = await provider.finish(address, { state, nonce: signOn.nonce, verifier: signOn.code_verifier });
    const token = newToken();
    const { refreshToken, idToken, session = null, role = null } = provided;
    const isAdmitted = await inTransaction(deps.db, async (tx) => {
      const person = await admit(tx, deps, provider.issuer, provided);
      if (!person || !findRole(deps.office, roleOf({ role: person.role, claimed_role: role }))) return false;
      if (earlierSession !== undefined) await deleteSession(tx, hashToken(earlierSession));
      await updatePerson(tx, person.id, { claimed_role: role });
      const seal = (token: string | undefined) =>
        token === undefined ? null : staffSealer(deps).seal(token, person.id);
      const tokens = { refresh_token: seal(refreshToken), id_token: seal(idToken) };
      await insertSession(tx, deps.databaseClock, {
        tokenHash: hashToken(token),
        staffId: person.id,
        provider: { ...tokens, provider_session: session, claimed_role: role },
      });
      const by = staffActor({ staffId: person.id, network });
      await auditStaff(tx, deps, by, 'staff_sign_in', { staff_id: person.id, sign_on: true });
      return true;
    });
    if (isAdmitted) return { token, to: signOn.return_to };
    const cause =
      provided.email === undefined ? 'no verified email address' : 'neither on the page Staff nor with a role';
    return { problem: 'not_listed', cause };
  } catch (error) {
    const cause = causeOf(error);
    if (error instanceof NotApproved) return { problem: 'not_approved', cause };
    if (error instanceof SignOnRefused) return { problem: 'refused', cause };
    if (error instanceof ProviderAway) return { problem: 'provider_away', cause };
    throw error;
  }
}

/** Ends the session of a token, if there is one. Returns whether the provider began it, and the page that ends the provider's session. */
export async function signOut(
  deps: StaffDependencies,
  provider: SignOnProvider | undefined,
  token: string | undefined,
  network: string,
) {
  const ended = token === undefined ? undefined : await deleteSession(deps.db, hashToken(token));
  if (!ended) return undefined;
  const { staff_id: staffId, id_token, checked_at } = ended;
  const isProvided = provider !== undefined && checked_at !== null;
  const idToken = id_token === null ? undefined : staffSealer(deps).open(id_token, staffId);
  const address = isProvided ? await provider.signOutAddress(idToken) : undefined;
  await auditStaff(deps.db, deps, staffActor({ staffId, network }), 'staff_sign_out', { staff_id: staffId });
  return { isProvided, address };
}

/** Checks with the provider every ten minutes that a person still has access. Undefined when the session has ended. */
export async function checkWithProvider(
  deps: PeopleDependencies & Pick<StaffDependencies, 'databaseClock'>,
  provider: SignOnProvider | undefined,
  session: OpenStaffSession,
): Promise<{ readonly isReadOnly: boolean; readonly claimedRole: string | null } | undefined> {
  const { checked_s, refresh_token, claimed_role, id, staff_id } = session;
  const access = { isReadOnly: false, claimedRole: claimed_role };
  if (checked_s === null || checked_s < CHECK_EVERY_S) return access;
  const end = async () => {
    await deleteSessionById(deps.db, id);
    return undefined;
  };
  // Without a refresh token, only a new sign-on can check.
  if (!provider || refresh_token === null || checked_s >= CHECK_EVERY_S + READ_ONLY_S) return end();
  const claimed = await claimCheck(deps.db, deps.databaseClock, { id, olderThanS: CHECK_EVERY_S });
  // While another call checks, this one has access, for as long as a check may take.
  if (claimed === undefined) return { ...access, isReadOnly: checked_s >= CHECK_EVERY_S + CHECK_TAKES_S };
  const token = staffSealer(deps).open(claimed, staff_id);
  if (token === undefined) return end();
  try {
    const response = await provider.refresh(token);
    if (!response) return await end();
    const { role, refreshToken, hasClaims } = response;
    const claimedRole = hasClaims ? (role ?? null) : claimed_role;
    const sealed = refreshToken === undefined ? claimed : staffSealer(deps).seal(refreshToken, staff_id);
    await recordCheck(deps.db, deps.databaseClock, id, { refresh_token: sealed, claimed_role: claimedRole });
    return { isReadOnly: false, claimedRole };
  } catch (error) {
    if (error instanceof ProviderAway) return { ...access, isReadOnly: true };
    throw error;
  }
}

/** Ends the sessions that a logout token of the provider names. Throws SignOnRefused for an invalid token. */
export async function endAtProvider(deps: StaffDependencies, provider: SignOnProvider, token: string): Promise<void> {
  const ended = await provider.readLogout(token);
  const people = await endProviderSessions(deps.db, { ...ended, issuer: provider.issuer });
  const by = { kind: 'visitor', network: 'provider' } as const;
  for (const staff_id of people) await auditStaff(deps.db, deps, by, 'staff_sign_out', { staff_id });
}
