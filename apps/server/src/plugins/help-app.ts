import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { HELP_ASSETS, HELP_PATH } from '@firstyear/api-contract/addresses';
import { languageCode } from '@firstyear/words';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../log/log.ts';
import { addressedLanguage, setLanguageCookie } from './reader-language.ts';

/**
 * Serves the built app of helpers, such as school counselors, under /help: its files by name, and the same page for every link, known
 * or not, since programs that check mail open links too. Not registered when it is not built.
 */
export async function registerHelpApp(app: FastifyInstance, root: string): Promise<void> {
  const file = path.join(root, 'index.html');
  if (!existsSync(file)) return;
  const page = await readFile(file, 'utf8');
  await app.register(async (help) => {
    await help.register(fastifyStatic, { root, serve: false, cacheControl: false });
    help.get(`${HELP_PATH}/:token`, { config: { limit: 'link' } }, (request, reply) => {
      const language = addressedLanguage(request);
      if (language !== undefined) setLanguageCookie(reply, language);
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex, nofollow')
        .type('text/html; charset=utf-8')
        .send(page.replace('<html lang="en">', `<html lang="${languageCode(request.language)}">`));
    });
    help.get(`${HELP_ASSETS}*`, (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .sendFile(pathOf(request.url).slice(HELP_PATH.length)),
    );
  });
}
