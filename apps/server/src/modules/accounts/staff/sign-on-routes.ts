import { SIGN_ON_COOKIE, SIGNED_OUT_COOKIE } from '@firstyear/api-contract/cookies';
import { officePaths } from '@firstyear/api-contract/desk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { expireHostCookie, setHostCookie } from '../../../plugins/cookies.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import { setStaffCookie, staffToken } from '../../../plugins/staff-session.ts';
import type { Module } from '../../module.ts';
import type { StaffDependencies } from './people.ts';
import { causeOf, ProviderAway, type SignOnProvider, SignOnRefused } from './provider.ts';
import { beginSignOn, endAtProvider, finishSignOn, SIGN_ON_LIFE_MS, type SignOnProblem } from './sign-on.ts';

type SignOnNeeds = Pick<StaffDependencies, 'passwords' | 'passwordStrength'> & {
  readonly signOn: SignOnProvider | undefined;
};

const toSchema = z.object({ to: z.string().max(2000).optional() });
const logoutSchema = z.object({ logout_token: z.string().max(8000) });

/** Sign-on with the university's provider. A refused one leads to the sign-in page, with the reason. */
export const signOnRoutes: Module<SignOnNeeds> = (deps) => async (app) => {
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
