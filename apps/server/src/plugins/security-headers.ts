import type { FastifyInstance } from 'fastify';
import { uploadOrigin } from '../adapters/object-store/object-store-of.ts';
import type { Config } from '../config/config.ts';

const TWO_YEARS_S = 63_072_000;

/**
 * The web app may load its own scripts, styles, fonts and pictures, and nothing inline (plugins/web-app.ts allows the inline
 * parts of prerendered pages by hash). It may send calls, and files to the object store.
 */
const contentSecurityPolicy = (storage: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${storage === undefined ? '' : ` ${storage}`}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');

/** Security headers on every response: pages, files, calls and errors. HSTS only where the public address is https. */
export function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 's3'>): void {
  const headers = {
    'content-security-policy': contentSecurityPolicy(uploadOrigin(config)),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    ...(config.publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${TWO_YEARS_S}` }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
