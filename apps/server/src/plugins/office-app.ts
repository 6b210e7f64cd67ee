import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { officePaths } from '@firstyear/api-contract/desk';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOf } from '../log/log.ts';

/**
 * Serves the built app of the admissions office under /office: its files by name, and its page for every other address there
 * that is no call, since the app routes itself. Not registered when it is not built. It may frame documents of its own server;
 * otherwise the policy of all pages applies.
 */
export async function registerOfficeApp(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(path.join(root, 'index.html'))) return;
  await app.register(async (office) => {
    await office.register(fastifyStatic, { root, serve: false, cacheControl: false });
    const sendPage = (reply: FastifyReply) => {
      const policy = reply.getHeader('content-security-policy');
      return reply
        .header('content-security-policy', `${policy};frame-src 'self'`)
        .header('cache-control', 'no-store')
        .sendFile('index.html');
    };
    office.get(officePaths.home, (_request, reply) => sendPage(reply));
    office.get(`${officePaths.home}/*`, (request, reply) => {
      const pathname = pathOf(request.url);
      if (pathname.startsWith(`${officePaths.calls}/`)) {
        reply.callNotFound();
        return reply;
      }
      if (!pathname.startsWith(officePaths.assets)) return sendPage(reply);
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .sendFile(pathname.slice(officePaths.home.length));
    });
  });
}
