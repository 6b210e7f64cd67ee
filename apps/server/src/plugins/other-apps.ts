import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { HELP_ASSETS, HELP_PATH } from '@firstyear/api-contract/addresses';
import { officePaths } from '@firstyear/api-contract/desk';
import { languageCode } from '@firstyear/words';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOf } from '../log/log.ts';
import { addressedLanguage, setLanguageCookie } from './reader-language.ts';

/** Registers the routes of a built app beside its files; nothing when it is not built. */
async function registerBuilt(app: FastifyInstance, root: string, routes: (built: FastifyInstance) => Promise<void>) {
  if (!existsSync(path.join(root, 'index.html'))) return;
  await app.register(async (built) => {
    await built.register(fastifyStatic, { root, serve: false, cacheControl: false });
    await routes(built);
  });
}

/** Sends a file whose name has a hash of its content. */
const sendAsset = (reply: FastifyReply, file: string) =>
  reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(file);

/**
 * Serves the built app of the admissions office under /office: its files by name, and its page for every other address there
 * that is no call, since the app routes itself. It may frame documents of its own server; otherwise the policy of all pages applies.
 */
export const registerOfficeApp = (app: FastifyInstance, root: string) =>
  registerBuilt(app, root, async (office) => {
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
      return sendAsset(reply, pathname.slice(officePaths.home.length));
    });
  });

/**
 * Serves the built app of helpers, such as school counselors, under /help: its files by name, and the same page for every link, known
 * or not, since programs that check mail open links too.
 */
export const registerHelpApp = (app: FastifyInstance, root: string) =>
  registerBuilt(app, root, async (help) => {
    const page = await readFile(path.join(root, 'index.html'), 'utf8');
    help.get(`${HELP_PATH}/:token`, { config: { limit: 'link' } }, (request, reply) => {
      const language = addressedLanguage(request);
      if (language !== undefined) setLanguageCookie(reply, language);
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex, nofollow')
        .type('text/html; charset=utf-8')
        .send(page.replace('<html lang="en">', `<html lang="${languageCode(request.language)}">`));
    });
    help.get(`${HELP_ASSETS}*`, (request, reply) => sendAsset(reply, pathOf(request.url).slice(HELP_PATH.length)));
  });
