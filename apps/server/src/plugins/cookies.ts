import type { FastifyReply } from 'fastify';

/** The __Host- prefix requires: this host only, the whole site, only over TLS (or on this machine). */
const HOST_ONLY = { path: '/', secure: true, sameSite: 'strict' } as const;

interface HostCookie {
  readonly name: string;
  readonly value: string;
  /** False only for a cookie that grants nothing. */
  readonly httpOnly: boolean;
  readonly maxAgeMs: number;
  /** Lax for a cookie that must be sent when another site redirects back here. */
  readonly sameSite?: 'lax';
}

/** Sets a cookie for all of this host. Its age is cut to whole seconds. */
export function setHostCookie(reply: FastifyReply, cookie: HostCookie): void {
  const maxAge = Math.floor(cookie.maxAgeMs / 1000);
  reply.setCookie(cookie.name, cookie.value, {
    ...HOST_ONLY,
    httpOnly: cookie.httpOnly,
    maxAge,
    sameSite: cookie.sameSite ?? 'strict',
  });
}

/** Expires a cookie that setHostCookie() set. */
export function expireHostCookie(reply: FastifyReply, name: string): void {
  reply.clearCookie(name, HOST_ONLY);
}
