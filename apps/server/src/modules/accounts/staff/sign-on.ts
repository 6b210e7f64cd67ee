import { officePaths } from '@firstyear/api-contract/desk';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { readDatabaseTime } from '../../../db/database-clock.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.ts';
import { auditStaff, type PeopleDependencies, type StaffDependencies, staffSealer } from './people.ts';
import { type ProvidedPerson, ProviderAway, type SignOnProvider, SignOnRefused } from './provider.ts';
import {
  claimCheck,
  deleteSession,
  deleteSessionById,
  endProviderSessions,
  insertPerson,
  insertSession,
  insertSignOn,
  noteCheck,
  type OpenStaffSession,
  selectPersonByEmail,
  selectPersonBySubject,
  takeSignOn,
  updatePerson,
} from './repository.ts';
import { findRole } from './rights.ts';

/** How long somebody may take to sign in at the provider. */
export const SIGN_ON_LIFE_MS = 10 * MINUTE_MS;
/** How often to ask the provider whether somebody still has access, and how long they may read without a response. */
const ASK_EVERY_S = (10 * MINUTE_MS) / SECOND_MS;
const ASKING_TAKES_S = 20;
const READ_ON_S = (60 * MINUTE_MS) / SECOND_MS;

/** The role in the list of staff whose role comes from a claim alone. */
const BY_CLAIM = '';

export type SignOnProblem = 'expired' | 'refused' | 'provider_away' | 'not_listed';

/** The address to return to after a sign-on: this one if it is within the office's app, else its home. */
export function safeReturn(to: string): string {
  const isOwn = to === officePaths.home || /^\/office[/?]/.test(to);
  return isOwn && !/[\\\s]/.test(to) && !to.startsWith(officePaths.calls) ? to : officePaths.home;
}

/** Begins a sign-on for a browser; returns the provider's address and what the browser keeps. Throws ProviderAway. */
export async function beginSignOn(deps: StaffDependencies, provider: SignOnProvider, to: string) {
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const address = await provider.addressOf({ state, nonce, verifier });
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

/** Finds the person by the provider's id or, the first time, by email address; adds one who has a role by a claim. */
async function admit(tx: Tx, deps: StaffDependencies, issuer: string, given: ProvidedPerson) {
  const { subject, email, role } = given;
  const known = await selectPersonBySubject(tx, issuer, subject);
  if (known) return known;
  const listed = email === undefined ? undefined : await selectPersonByEmail(tx, email);
  // Another person of the provider has come in with this address before.
  if (listed && listed.subject !== null) return undefined;
  const created_at = deps.clock();
  const person =
    listed ??
    (email !== undefined && role !== undefined
      ? await insertPerson(tx, { email, name: given.name ?? email, role: BY_CLAIM, created_at })
      : undefined);
  if (person) await updatePerson(tx, person.id, { issuer, subject });
  return person;
}

/** Finishes a sign-on with the provider's response: a session and the address to return to, or the problem. */
export async function finishSignOn(
  deps: StaffDependencies,
  provider: SignOnProvider,
  {
    address,
    browser,
    network,
    earlierSession,
  }: {
    readonly address: URL;
    readonly browser: string | undefined;
    readonly network: string;
    readonly earlierSession: string | undefined;
  },
): Promise<{ readonly token: string; readonly to: string } | { readonly problem: SignOnProblem }> {
  const state = address.searchParams.get('state') ?? '';
  const signOn = await takeSignOn(deps.db, hashToken(state));
  const now = await readDatabaseTime(deps.db, deps.databaseClock);
  if (!signOn || signOn.expires_at <= now) return { problem: 'expired' };
  if (browser === undefined || !hashToken(browser).equals(signOn.browser_hash)) return { problem: 'expired' };
  try {
    const given = await provider.finish(address, { state, nonce: signOn.nonce, verifier: signOn.code_verifier });
    const token = newToken();
    const isIn = await inTransaction(deps.db, async (tx) => {
      const person = await admit(tx, deps, provider.issuer, given);
      if (!person || !findRole(deps.office, given.role ?? person.role)) return false;
      if (earlierSession !== undefined) await deleteSession(tx, hashToken(earlierSession));
      const refresh_token =
        given.refreshToken === undefined ? null : staffSealer(deps).seal(given.refreshToken, person.id);
      await insertSession(tx, deps.databaseClock, {
        tokenHash: hashToken(token),
        staffId: person.id,
        provider: { refresh_token, provider_session: given.session ?? null, claimed_role: given.role ?? null },
      });
      const by = { kind: 'staff', staffId: person.id, network } as const;
      await auditStaff(tx, deps, by, 'staff_sign_in', { staff_id: person.id, sign_on: true });
      return true;
    });
    return isIn ? { token, to: signOn.return_to } : { problem: 'not_listed' };
  } catch (error) {
    if (error instanceof SignOnRefused) return { problem: 'refused' };
    if (error instanceof ProviderAway) return { problem: 'provider_away' };
    throw error;
  }
}

/** Asks the provider every ten minutes whether somebody still has access. Undefined: the session has ended. */
export async function checkWithProvider(
  deps: PeopleDependencies & Pick<StaffDependencies, 'databaseClock'>,
  provider: SignOnProvider | undefined,
  session: OpenStaffSession,
): Promise<{ readonly isReadOnly: boolean; readonly claimedRole: string | null } | undefined> {
  const { checked_s, refresh_token, claimed_role, id, staff_id } = session;
  const access = { isReadOnly: false, claimedRole: claimed_role };
  if (checked_s === null || checked_s < ASK_EVERY_S) return access;
  const end = async () => {
    await deleteSessionById(deps.db, id);
    return undefined;
  };
  // Without a refresh token, signing on again asks the provider.
  if (!provider || refresh_token === null || checked_s >= ASK_EVERY_S + READ_ON_S) return end();
  const claimed = await claimCheck(deps.db, deps.databaseClock, { id, olderThanS: ASK_EVERY_S });
  // Another call is asking: meanwhile this one has access, for as long as that may take.
  if (claimed === undefined) return { ...access, isReadOnly: checked_s >= ASK_EVERY_S + ASKING_TAKES_S };
  const token = staffSealer(deps).open(claimed, staff_id);
  if (token === undefined) return end();
  try {
    const response = await provider.ask(token);
    if (!response) return await end();
    const { role, refreshToken, hasClaims } = response;
    const claimedRole = hasClaims ? (role ?? null) : claimed_role;
    const sealed = refreshToken === undefined ? claimed : staffSealer(deps).seal(refreshToken, staff_id);
    await noteCheck(deps.db, deps.databaseClock, id, { refresh_token: sealed, claimed_role: claimedRole });
    return { isReadOnly: false, claimedRole };
  } catch (error) {
    if (error instanceof ProviderAway) return { ...access, isReadOnly: true };
    throw error;
  }
}

/** Ends the sessions that a logout token of the provider names. Throws SignOnRefused for a token that isn't its own. */
export async function endAtProvider(deps: StaffDependencies, provider: SignOnProvider, token: string): Promise<void> {
  const ended = await provider.readLogout(token);
  const people = await endProviderSessions(deps.db, { ...ended, issuer: provider.issuer });
  const by = { kind: 'visitor', network: 'provider' } as const;
  for (const staff_id of people) await auditStaff(deps.db, deps, by, 'staff_sign_out', { staff_id });
}
