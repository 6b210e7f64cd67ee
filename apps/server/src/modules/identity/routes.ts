import { setTimeout as wait } from 'node:timers/promises';
import {
  activity,
  confirm,
  forgotPassword as forgotPasswordCall,
  login,
  logout,
  resendConfirm,
  resetPassword as resetPasswordCall,
  SIGNUP_COOKIE,
  signup,
} from '@firstyear/api-contract';
import { publicRoute, route } from '../../plugins/call.ts';
import { expireHostCookie, setHostCookie } from '../../plugins/cookies.ts';
import { networkOf } from '../../plugins/network-address.ts';
import { clearBrowser, endSession, findSession, setSessionCookies } from '../../plugins/session.ts';
import { audit } from '../audit/service.ts';
import type { AppDependencies, Module } from '../module.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { logIn } from './login.ts';
import { IDENTITY_MESSAGES } from './messages.ts';
import { passwordHasher } from './password-hasher.ts';
import { forgotPassword, resetPassword } from './reset.ts';
import { confirmSignup, resendCode, SIGNUP_COOKIE_LIFE_MS, signUp } from './signup.ts';

/** Calls that must not tell whether an address is known take at least this long, whatever they did. */
const NEUTRAL_ANSWER_MS = 120;

/** Runs the work and answers no sooner than the floor, so that the time tells nothing about what was done. */
async function inNeutralTime<T>(environment: AppDependencies['config']['environment'], work: Promise<T>): Promise<T> {
  const floor = environment === 'test' ? 0 : NEUTRAL_ANSWER_MS;
  const [outcome] = await Promise.allSettled([work, wait(floor)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** Sign-up, confirmation, login, password reset, logout. */
export const identityRoutes: Module = (app) => async (fastify) => {
  const deps: IdentityDependencies = { ...app, passwords: passwordHasher() };
  const { environment } = app.config;

  publicRoute(fastify, app, signup, async ({ payload, request, reply }) => {
    const browserToken = request.cookies[SIGNUP_COOKIE];
    const token = await inNeutralTime(environment, signUp(deps, { ...payload, browserToken }));
    setHostCookie(reply, { name: SIGNUP_COOKIE, value: token, httpOnly: true, maxAgeMs: SIGNUP_COOKIE_LIFE_MS });
    return { message: IDENTITY_MESSAGES.signedUp };
  });

  publicRoute(fastify, app, confirm, async ({ payload, request, reply }) => {
    const browserToken = request.cookies[SIGNUP_COOKIE];
    const outcome = await confirmSignup(deps, { ...payload, browserToken });
    expireHostCookie(reply, SIGNUP_COOKIE);
    return { message: outcome === 'ready' ? IDENTITY_MESSAGES.confirmed : IDENTITY_MESSAGES.confirmedElsewhere };
  });

  publicRoute(fastify, app, resendConfirm, async ({ payload, request }) => {
    const browserToken = request.cookies[SIGNUP_COOKIE];
    await inNeutralTime(environment, resendCode(deps, { ...payload, browserToken }));
    return { message: IDENTITY_MESSAGES.resent };
  });

  publicRoute(fastify, app, login, async ({ payload, request, reply }) => {
    const token = await logIn(deps, { ...payload, network: networkOf(request.ip) });
    // A browser has one session: the one it came with ends.
    await endSession(app.db, request);
    setSessionCookies(reply, token);
    return { message: IDENTITY_MESSAGES.loggedIn };
  });

  publicRoute(fastify, app, forgotPasswordCall, async ({ payload }) => {
    await inNeutralTime(environment, forgotPassword(deps, payload.username));
    return { message: IDENTITY_MESSAGES.forgot };
  });

  publicRoute(fastify, app, resetPasswordCall, async ({ payload }) => {
    await resetPassword(deps, payload);
    return { message: IDENTITY_MESSAGES.reset };
  });

  // Works without a session too: whoever wants to be logged out is logged out.
  publicRoute(fastify, app, logout, async ({ request, reply }) => {
    const session = await findSession(app, request);
    if (session) await audit(app.db, { kind: 'logout', accountId: session.accountId, at: app.clock() });
    await endSession(app.db, request);
    clearBrowser(request, reply);
    return {};
  });

  route(fastify, app, activity, async () => ({}));
};
