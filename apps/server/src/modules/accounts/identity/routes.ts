import { DEVICE_COOKIE, SIGNUP_COOKIE } from '@firstyear/api-contract/cookies';
import {
  activity,
  changeEmail,
  changePassword as changePasswordCall,
  confirm,
  confirmEmail,
  forgotPassword as forgotPasswordCall,
  login,
  logout,
  logoutEverywhere,
  resendConfirm,
  resetPassword as resetPasswordCall,
  restoreEmail,
  SIGNUP_ATTEMPT_HEADER,
  signup,
} from '@firstyear/api-contract/identity';
import { languageCode } from '@firstyear/words';
import { outcomes } from '@firstyear/words/outcomes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { servedFormOf } from '../../../plugins/applicant.ts';
import { route } from '../../../plugins/call.ts';
import { expireHostCookie, setHostCookie } from '../../../plugins/cookies.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import { chosenLanguage, languageOf, setLanguageCookie } from '../../../plugins/reader-language.ts';
import {
  clearBrowser,
  expireSessionCookies,
  findSession,
  sessionToken,
  setSessionCookies,
} from '../../../plugins/session.ts';
import type { Module } from '../../module.ts';
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './change-email.ts';
import { changeOwnPassword, logOut, logOutEverywhere } from './change-password.ts';
import { confirmSignup } from './confirm-signup.ts';
import { type Browser, emailOf, type IdentityDependencies, type IdentityServices } from './dependencies.ts';
import { DEVICE_COOKIE_LIFE_MS, markDevice } from './devices.ts';
import { logIn } from './login.ts';
import { forgotPassword, resetPassword } from './reset.ts';
import { resendCode, SIGNUP_COOKIE_LIFE_MS, signUp } from './signup.ts';

/** The minimum time of calls that must not reveal whether an address is known. */
export const MIN_RESPONSE_MS = 120;

const attemptSchema = z.object({ [SIGNUP_ATTEMPT_HEADER]: z.uuid().optional() });

function attemptOf(request: FastifyRequest): string | undefined {
  const { data: headers } = attemptSchema.safeParse(request.headers);
  if (!headers) throw new ApiError('bad_request');
  return headers[SIGNUP_ATTEMPT_HEADER];
}

/** The cookies and network by which sign-ups and logins know a browser. */
const browserOf = ({ cookies, ip }: FastifyRequest): Browser => ({
  browserToken: cookies[SIGNUP_COOKIE],
  deviceMark: cookies[DEVICE_COOKIE],
  network: networkOf(ip),
});

/** Sign-up, confirmation, login, password reset, logout. */
export const identityRoutes: Module<IdentityServices> = (app) => async (fastify) => {
  const deps = { ...app, alarm: (message: string) => fastify.log.error(message) };
  const depsFor = ({ language }: FastifyRequest): IdentityDependencies => ({ ...deps, language });
  const takeMinimumTime = async <T>(work: Promise<T>): Promise<T> => {
    const [outcome] = await Promise.allSettled([work, app.pause(MIN_RESPONSE_MS)]);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
  const rememberDevice = (request: FastifyRequest, reply: FastifyReply, username: string) =>
    setHostCookie(reply, {
      name: DEVICE_COOKIE,
      value: markDevice(app.config.secret, emailOf(username), request.cookies[DEVICE_COOKIE]),
      httpOnly: true,
      maxAgeMs: DEVICE_COOKIE_LIFE_MS,
    });

  route(fastify, app, signup, async ({ payload, request, reply }) => {
    const attempt = attemptOf(request);
    const token = await takeMinimumTime(signUp(depsFor(request), { ...payload, ...browserOf(request), attempt }));
    setHostCookie(reply, { name: SIGNUP_COOKIE, value: token, httpOnly: true, maxAgeMs: SIGNUP_COOKIE_LIFE_MS });
    return { message: outcomes.in(request.language).signedUp };
  });

  route(fastify, app, confirm, async ({ payload, request, reply }) => {
    const { outcome, isSameBrowser } = await takeMinimumTime(
      confirmSignup(depsFor(request), { ...payload, ...browserOf(request) }),
    );
    expireHostCookie(reply, SIGNUP_COOKIE);
    if (outcome === 'ready' && isSameBrowser) rememberDevice(request, reply, payload.username);
    const { confirmed, confirmedElsewhere } = outcomes.in(request.language);
    return outcome === 'ready' ? { message: confirmed } : { message: confirmedElsewhere, needs_password: true };
  });

  route(fastify, app, resendConfirm, async ({ payload, request }) => {
    await takeMinimumTime(resendCode(depsFor(request), { ...payload, ...browserOf(request) }));
    return { message: outcomes.in(request.language).resent };
  });

  route(fastify, app, login, async ({ payload, request, reply }) => {
    const { token, language } = await logIn(depsFor(request), {
      ...payload,
      ...browserOf(request),
      earlierSession: sessionToken(request),
      hasChosenLanguage: chosenLanguage(request) !== undefined,
      served: servedFormOf(app.forms, request),
    });
    setSessionCookies(reply, token);
    rememberDevice(request, reply, payload.username);
    if (language === null) return { message: outcomes.in(request.language).loggedIn };
    const accountLanguage = languageOf(language);
    setLanguageCookie(reply, languageCode(accountLanguage));
    return { message: outcomes.in(accountLanguage).loggedIn };
  });

  route(fastify, app, forgotPasswordCall, async ({ payload, request }) => {
    await takeMinimumTime(forgotPassword(depsFor(request), { ...payload, ...browserOf(request) }));
    return { message: outcomes.in(request.language).forgot };
  });

  route(fastify, app, resetPasswordCall, async ({ payload, request, reply }) => {
    await resetPassword(depsFor(request), { ...payload, ...browserOf(request) });
    rememberDevice(request, reply, payload.username);
    return { message: outcomes.in(request.language).reset };
  });

  route(fastify, app, changePasswordCall, async ({ session, payload, request, reply }) => {
    const change = { current: payload.current_password, next: payload.password };
    setSessionCookies(reply, await changeOwnPassword(depsFor(request), session, change));
    rememberDevice(request, reply, session.username);
    return { message: outcomes.in(request.language).passwordChanged };
  });

  route(fastify, app, changeEmail, async ({ session, payload, request }) => {
    await takeMinimumTime(requestEmailChange(depsFor(request), session, payload));
    return { message: outcomes.in(request.language).emailCodeSent };
  });

  route(fastify, app, confirmEmail, async ({ session, payload, request, reply }) => {
    const { token, email } = await takeMinimumTime(confirmEmailChange(depsFor(request), session, payload.code));
    setSessionCookies(reply, token);
    rememberDevice(request, reply, email);
    return { message: outcomes.in(request.language).emailChanged, username: email, earlier_username: session.username };
  });

  route(fastify, app, restoreEmail, async ({ payload, request }) => {
    await undoEmailChange(depsFor(request), payload.id, networkOf(request.ip));
    return { message: outcomes.in(request.language).emailRestored };
  });

  route(fastify, app, logoutEverywhere, async ({ session, request, reply }) => {
    await logOutEverywhere(deps, session);
    clearBrowser(request, reply);
  });

  // Succeeds without a session too.
  route(fastify, app, logout, async ({ request, reply }) => {
    // First, so that a shared computer loses the session even if the database can't end it now.
    expireSessionCookies(request, reply);
    await logOut(deps, await findSession(app.sessions, request), sessionToken(request));
    clearBrowser(request, reply);
  });

  route(fastify, app, activity, async () => ({}));
};
