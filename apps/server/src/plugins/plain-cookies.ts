import {
  COOKIE_PREFIX,
  DEVICE_COOKIE,
  MARKER_COOKIE,
  PLAIN_COOKIES,
  plainCookieName,
  SESSION_COOKIE,
  SIGN_ON_COOKIE,
  SIGNUP_COOKIE,
  STAFF_COOKIE,
} from '@firstyear/api-contract/cookies';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

const COOKIES = [SESSION_COOKIE, MARKER_COOKIE, SIGNUP_COOKIE, DEVICE_COOKIE, STAFF_COOKIE, SIGN_ON_COOKIE];

/** A call that was refused before its cookies were parsed has none. */
const asksForPlain = ({ cookies }: { readonly cookies?: FastifyRequest['cookies'] }) =>
  cookies?.[PLAIN_COOKIES] === '1';

/** A Set-Cookie line without the prefix and the attribute that browsers may refuse over http. */
function plainLine(line: string): string {
  return line.startsWith(COOKIE_PREFIX) ? plainCookieName(line).replace(/; Secure(?=;|$)/i, '') : line;
}

/**
 * For browsers that store no Secure cookies from http://localhost (D23): they get cookies by plain names, without Secure. Off
 * when the product's address is https.
 */
export function registerPlainCookies(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  if (!publicUrl.startsWith('http:')) return;
  app.addHook('onRequest', async (request) => {
    if (!asksForPlain(request)) return;
    for (const name of COOKIES) request.cookies[name] ??= request.cookies[plainCookieName(name)];
  });
  app.addHook('onSend', async (request, reply) => {
    if (!asksForPlain(request)) return;
    const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    if (lines.length === 0) return;
    reply.removeHeader('set-cookie');
    reply.header('set-cookie', lines.map(plainLine));
  });
}
