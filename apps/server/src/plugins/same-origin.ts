import { stopReminders } from '@firstyear/api-contract/application';
import { officePaths } from '@firstyear/api-contract/desk';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { logout } from '@firstyear/api-contract/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { ApiError } from './errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a browser says that the request comes from another site. Browsers always send Sec-Fetch-Site or, on writes, Origin;
 * a program that sends neither does not add a user's cookies by itself, so it is allowed.
 */
function isForeign(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  if (origin === undefined) return false;
  if (origin === publicOrigin) return false;
  if (!URL.canParse(origin)) return true;
  // This machine has several names, but always the scheme of the public address.
  const { protocol, host } = new URL(origin);
  return protocol !== new URL(publicOrigin).protocol || host !== request.headers.host;
}

/** Refuses writes, and the logout (a GET), from other sites, and writes that are not JSON. */
export function registerSameOrigin(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  app.addHook('onRequest', async (request) => {
    const { url: route } = request.routeOptions;
    // Mail programs and the office's identity provider post a form here; a signature guards it.
    if (route === stopReminders.path || route === officePaths.backChannelLogout) return;
    const changes = !SAFE.has(request.method) || route === logout.path;
    if (changes && isForeign(request, config.publicUrl)) throw new ApiError('cross_site');
    const hasBody =
      Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
    const type = request.headers['content-type'] ?? '';
    // Files come as a form; the signed policy guards them, not the cookie.
    if (route === filePaths.uploads) return;
    if (!SAFE.has(request.method) && hasBody && !/^application\/json\s*(;|$)/i.test(type)) {
      throw new ApiError('wrong_type');
    }
  });
}
