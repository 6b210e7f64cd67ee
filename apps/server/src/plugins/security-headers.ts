import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { uploadOrigin } from '../adapters/object-store/object-store-of.ts';
import type { Config } from '../config/config.ts';

/**
 * What the web app may load: its own scripts, styles, fonts and pictures, and nothing inline. (The
 * pages that the build has drawn are let have their own inline parts, by hashes: plugins/web-app.ts.) Besides calls it may send
 * files to where they are kept.
 */
const contentSecurityPolicy = (storage: string | undefined) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    workerSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(storage === undefined ? [] : [storage])],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** Security headers on every reply: pages, files, calls and errors. HSTS only where the public address is https. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 's3'>,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(uploadOrigin(config)),
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: 63_072_000, includeSubDomains: false }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  });
}
