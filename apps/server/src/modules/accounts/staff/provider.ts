import { officePaths } from '@firstyear/api-contract/desk';
import type { SignOn } from '@firstyear/partner-config';
import { errorCode } from '@firstyear/processes/error-code';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import * as z from 'zod';
import { SECOND_MS } from '../../../process/durations.ts';

export interface ProvidedPerson {
  readonly subject: string;
  /** In lower case; undefined for an unverified address. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** From the configured claim. */
  readonly role: string | undefined;
  readonly session: string | undefined;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
}

/** The provider can't be reached, or violates its protocol. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
/** The provider refuses, or its response isn't for us or this sign-on, or has expired. */
export class SignOnRefused extends Error {
  override readonly name: string = 'SignOnRefused';
}
/** The person may not use this client, or an administrator of the provider has to approve it first. */
export class NotApproved extends SignOnRefused {
  override readonly name = 'NotApproved';
}

interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The allowed difference of the provider's clock. */
const CLOCK_TOLERANCE_S = 30;
const TIMEOUT_S = 5;
/** The maximum age of a logout token. */
const LOGOUT_AGE_S = 600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const claimsSchema = z.object({
  sub: z.string(),
  email: z.email().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().max(120).optional(),
  sid: z.string().optional(),
});
const valuesSchema = z.union([z.array(z.string()), z.string().transform((value) => [value])]).catch([]);

/** The role in the configured claim; the first of several counts. */
function roleOf(signOn: SignOn, claims: Readonly<Record<string, unknown>>): string | undefined {
  if (signOn.roles_claim === undefined) return undefined;
  const roles: ReadonlyMap<string, string> = new Map(Object.entries(signOn.role_of_claim ?? {}));
  return valuesSchema
    .parse(claims[signOn.roles_claim])
    .map((value) => roles.get(value))
    .find((role) => role !== undefined);
}

const isRefusal = (error: unknown) =>
  error instanceof oidc.AuthorizationResponseError ||
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ResponseBodyError && error.error !== 'temporarily_unavailable') ||
  (error instanceof oidc.ClientError && !/TIMEOUT|REQUEST|RESPONSE_IS_NOT_CONFORM/.test(error.code ?? ''));

/** What the words of a provider say by number, such as AADSTS50105. The words may name the person, whom no log names. */
const numberIn = (words: string | undefined): string => /\b[A-Z]{4,10}\d{3,8}\b/.exec(words ?? '')?.[0] ?? '';

/** What the provider said, or what is wrong with it, for the log: an error's code and number with those of its causes. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const said =
    error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError
      ? [error.error, numberIn(error.error_description)]
      : [error.message, errorCode(error) ?? ''];
  // A challenge of HTTP Basic has the code in its parameters.
  const challenges = error instanceof oidc.WWWAuthenticateChallengeError ? error.cause : [];
  const codes = challenges.flatMap(({ parameters: { error: code, error_description: words } }) => [
    code,
    numberIn(words),
  ]);
  return [...said, ...codes, causeOf(error.cause)].filter((part) => part !== undefined && part !== '').join(': ');
}

const NOT_APPROVED = ['access_denied', 'consent_required', 'interaction_required'];

function classify(cause: unknown): Error {
  if (cause instanceof oidc.AuthorizationResponseError && NOT_APPROVED.includes(cause.error)) {
    return new NotApproved('The provider has not approved it.', { cause });
  }
  return isRefusal(cause)
    ? new SignOnRefused('The provider refused.', { cause })
    : new ProviderAway('The provider does not respond as expected.', { cause });
}

export type SignOnProvider = ReturnType<typeof signOnProvider>;

/** A client for the university's OpenID Connect provider. Without a secret, it is a public client with PKCE. */
export function signOnProvider(deps: {
  readonly signOn: SignOn;
  readonly secret: string | undefined;
  readonly publicUrl: string;
  readonly clock: () => Date;
}) {
  const { signOn, secret, publicUrl, clock } = deps;
  const redirect_uri = `${publicUrl}${officePaths.signOnCallback}`;
  const isLocal = signOn.issuer.startsWith('http:');
  const auth = secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret);
  let server: Promise<oidc.ServerMetadata> | undefined;
  let idTokenKeys: ReturnType<typeof oidc.getJwksCache>;
  let logoutKeys: ReturnType<typeof createRemoteJWKSet> | undefined;

  const discover = async (): Promise<oidc.ServerMetadata> => {
    const execute = isLocal ? [oidc.allowInsecureRequests] : [];
    const config = await oidc.discovery(new URL(signOn.issuer), signOn.client_id, undefined, auth, {
      execute,
      timeout: TIMEOUT_S,
    });
    return config.serverMetadata();
  };
  const configuration = async (): Promise<oidc.Configuration> => {
    server ??= discover();
    const metadata = await server.catch((cause: unknown) => {
      server = undefined;
      throw new ProviderAway('The discovery document cannot be read.', { cause });
    });
    const skew = Math.round((clock().getTime() - Date.now()) / SECOND_MS);
    const client = { [oidc.clockSkew]: skew, [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
    const config = new oidc.Configuration(metadata, signOn.client_id, client, auth);
    config.timeout = TIMEOUT_S;
    if (isLocal) oidc.allowInsecureRequests(config);
    oidc.enableNonRepudiationChecks(config);
    if (idTokenKeys) oidc.setJwksCache(config, idTokenKeys);
    return config;
  };

  /** The claims of the ID token, with those of userinfo where one of these is not among them: the standard puts most there. */
  const readClaims = async (
    config: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    wanted: readonly (string | undefined)[],
  ): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const claims: Readonly<Record<string, unknown>> | undefined = tokens.claims();
    const isComplete = wanted.every((name) => name === undefined || claims?.[name] !== undefined);
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
    const subject = tokens.claims()?.sub ?? oidc.skipSubjectCheck;
    return { ...(await oidc.fetchUserInfo(config, tokens.access_token, subject)), ...claims };
  };

  return {
    issuer: signOn.issuer,
    /** The address of the provider's sign-in page, which requires a login even from people who are signed in there. */
    async addressOf({ state, nonce, verifier }: SignOnSecrets, requiresLogin: boolean): Promise<string> {
      const prompt = [...(requiresLogin ? ['login'] : []), ...(signOn.asks_for_consent ? ['consent'] : [])].join(' ');
      const address = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri,
        scope: 'openid profile email offline_access',
        ...(prompt !== '' && { prompt }),
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return address.href;
    },
    /** Reads the provider's response from the address that it redirected to. Throws SignOnRefused or ProviderAway. */
    async finish(address: URL, { state, nonce, verifier }: SignOnSecrets): Promise<ProvidedPerson> {
      const config = await configuration();
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const readResponse = async () => {
        const tokens = await oidc.authorizationCodeGrant(config, address, checks);
        return { tokens, allClaims: await readClaims(config, tokens, ['email', signOn.roles_claim]) };
      };
      const { tokens, allClaims = {} } = await readResponse().catch((cause: unknown) => {
        throw classify(cause);
      });
      idTokenKeys = oidc.getJwksCache(config);
      const { data: claims } = claimsSchema.safeParse(allClaims);
      if (!claims) throw new SignOnRefused('The ID token lacks a required claim.');
      return {
        subject: claims.sub,
        email:
          claims.email_verified === true || signOn.verifies_emails === true ? claims.email?.toLowerCase() : undefined,
        name: claims.name,
        role: roleOf(signOn, allClaims),
        session: claims.sid,
        refreshToken: tokens.refresh_token,
        idToken: tokens.id_token,
      };
    },
    /** What the provider lacks for sign-ons with office.ts, in sentences. Throws ProviderAway. */
    async findProblems(): Promise<readonly string[]> {
      const config = await configuration();
      const metadata = config.serverMetadata();
      const supports = (values: readonly string[] | undefined, value: string) => values?.includes(value) ?? true;
      const scopes = ['email', 'profile', 'offline_access'].filter(
        (name) => !supports(metadata.scopes_supported, name),
      );
      const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
      // The code is wrong, so a provider that knows the client says invalid_grant.
      const code = { code: 'check', redirect_uri, code_verifier: oidc.randomPKCECodeVerifier() };
      const refusal = await oidc.genericGrantRequest(config, 'authorization_code', code).catch(causeOf);
      return [
        ...endpoints.filter((name) => metadata[name] === undefined).map((name) => `It names no ${name}.`),
        ...scopes.map((name) => `It does not offer the scope ${name}.`),
        ...(supports(metadata.code_challenge_methods_supported, 'S256') ? [] : ['It does not offer PKCE with S256.']),
        ...(typeof refusal === 'string' && /\b(invalid|unauthorized)_client\b|WWW-Authenticate/.test(refusal)
          ? [`It refuses client_id or OFFICE_CLIENT_SECRET (${refusal}).`]
          : []),
      ];
    },
    /** The page that ends the person's session at the provider; undefined if it has none or can't be reached. */
    async signOutAddress(idToken: string | undefined): Promise<string | undefined> {
      const config = await configuration().catch(() => undefined);
      if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
      const back = { post_logout_redirect_uri: `${publicUrl}${officePaths.signIn}` };
      return oidc.buildEndSessionUrl(config, { ...back, ...(idToken !== undefined && { id_token_hint: idToken }) })
        .href;
    },
    /** Checks whether a person still has access; undefined if not. Throws ProviderAway. */
    async refresh(refreshToken: string) {
      const config = await configuration();
      try {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken);
        const claims = await readClaims(config, tokens, [signOn.roles_claim]);
        const role = claims && roleOf(signOn, claims);
        return { role, refreshToken: tokens.refresh_token, hasClaims: claims !== undefined };
      } catch (error) {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return undefined;
        throw new ProviderAway('The provider does not respond as expected.', { cause: error });
      }
    },
    /** Reads a logout token (OpenID Connect Back-Channel Logout 1.0) for a session or a whole person. Throws SignOnRefused. */
    async readLogout(token: string) {
      const { jwks_uri } = (await configuration()).serverMetadata();
      if (jwks_uri === undefined) throw new SignOnRefused('The provider has no jwks_uri.');
      // Kept: it asks for the keys at most once in half a minute, however many forged tokens come.
      logoutKeys ??= createRemoteJWKSet(new URL(jwks_uri));
      try {
        const { payload } = await jwtVerify(token, logoutKeys, {
          issuer: signOn.issuer,
          audience: signOn.client_id,
          currentDate: clock(),
          clockTolerance: CLOCK_TOLERANCE_S,
          maxTokenAge: LOGOUT_AGE_S,
        });
        const { sub, sid } = payload;
        const events = z.record(z.string(), z.unknown()).safeParse(payload.events);
        const isLogout = events.success && Object.hasOwn(events.data, LOGOUT_EVENT) && !('nonce' in payload);
        const session = typeof sid === 'string' ? sid : undefined;
        if (!isLogout || (sub === undefined && session === undefined)) throw new Error('not a logout token');
        return { subject: sub, session };
      } catch (cause) {
        throw new SignOnRefused('The logout token is invalid.', { cause });
      }
    },
  };
}
