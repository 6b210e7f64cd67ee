import path from 'node:path';
import { CARDS, HEALTH_PATH, pagePaths, paths } from '@firstyear/api-contract/addresses';
import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { partnerFolderFrom } from '@firstyear/processes/partner-folder';
import { createServer, type Plugin } from 'vite';
import * as z from 'zod';
import { readSettings } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { outboxOf } from '../../checks/support/mailbox.ts';
import { waitUntilReady } from '../../checks/support/processes.ts';
import { makePerson, openSession, PEOPLE, type PersonName } from './people.ts';

/** The folders of the product whose files are parts of a page. */
const SERVED = ['apps/web', 'forms', 'node_modules', 'packages', 'partners'];
/** The path of the preview's own page. */
const INDEX = '/preview';

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const names = Object.keys(PEOPLE);
const isPerson = (name: string | null): name is PersonName => name !== null && names.includes(name);

/** Links to every page of the site, for each person. */
function indexPage(partner: PartnerConfig, form: Form): string {
  const list = (as: string, places: readonly string[]) =>
    `<ul>${places.map((to) => `<li><a href="${INDEX}?${new URLSearchParams({ as, to })}">${escapeHtml(to)}</a></li>`).join('')}</ul>`;
  const pages = [...pagePaths(form), paths.review];
  const people = Object.entries(PEOPLE).map(([name, { title, hasSubmitted }]) => {
    const places = hasSubmitted ? [paths.completion, ...pages] : [...pages, paths.password, paths.email];
    return `<section><h2>${escapeHtml(title)}</h2>${list(name, places)}</section>`;
  });
  const cards = CARDS.map((card) => paths[card]);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Preview - ${escapeHtml(partner.name)}</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}main{display:flex;flex-wrap:wrap;gap:0 3rem}</style>
<h1>${escapeHtml(partner.name)}</h1><p>Each link opens a page with sample answers. Pages reload when a file of the folder is saved.</p>
<main><section><h2>Visitor</h2>${list('visitor', [...pages, ...cards])}</section>${people.join('')}</main></html>`;
}

/** The person whose session a browser has, and the process that it is in: each process starts with an empty database. */
const PREVIEW_COOKIE = /(?:^|; )preview=(\w+)\.(\d+)/;

/** Logs in as a person, or ends the session for a visitor; returns the cookies to set. */
async function switchPerson(server: string, as: string, cookie: string): Promise<string[]> {
  const ended = cookie.split(';').map((part) => `${part.split('=', 1)[0]?.trim()}=; Path=/; Max-Age=0; Secure`);
  const session = isPerson(as) ? await openSession(server, as) : ended;
  return [...session, `preview=${as}.${process.pid}; Path=/`];
}

/** Serves the page at /preview. Logs in as the person of the followed link, and again after the server has restarted. */
const previewPage = (server: string, partner: PartnerConfig, form: Form): Plugin => ({
  name: 'preview-page',
  configureServer({ middlewares }) {
    middlewares.use(async (request, response, next) => {
      try {
        const { pathname, searchParams } = new URL(request.url ?? '/', server);
        const { cookie = '', accept = '' } = request.headers;
        const to = searchParams.get('to');
        if (pathname === INDEX && to === null) {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(indexPage(partner, form));
          return;
        }
        if (pathname === INDEX) {
          const cookies = await switchPerson(server, searchParams.get('as') ?? '', cookie);
          response.writeHead(302, { location: new URL(to ?? '/', server).pathname, 'set-cookie': cookies });
          response.end();
          return;
        }
        const [, as = '', pid] = PREVIEW_COOKIE.exec(cookie) ?? [];
        const isStale = isPerson(as) && pid !== String(process.pid) && accept.includes('text/html');
        if (isStale) response.setHeader('set-cookie', await switchPerson(server, as, cookie));
        next();
      } catch (error) {
        next(error);
      }
    });
  },
});

/** The message of the preview about a problem of the folder. */
const message = z.object({ problem: z.string() });

process.on('disconnect', () => process.exit());
const server = z.url().parse(process.env.SERVER_URL);
const settings = readSettings(process.env);
const { partner, form } = await loadPartner(settings);
await waitUntilReady(new URL(HEALTH_PATH, server).href);
const place = { url: server, mailbox: outboxOf(settings.dataDir) };
await Promise.all(names.filter(isPerson).map((name) => makePerson(place, form, name)));
const app = path.resolve(import.meta.dirname, '../../apps/web');
const vite = await createServer({
  root: app,
  configFile: path.join(app, 'vite.config.ts'),
  plugins: [previewPage(server, partner, form)],
  logLevel: 'error',
  server: {
    port: Number(new URL(settings.publicUrl).port),
    strictPort: true,
    // The preview itself watches these files: pages must not load a broken file, or one that the server hasn't loaded yet.
    watch: { ignored: [`${partnerFolderFrom(process.env)}/**`] },
    // Not all of the product: its data folder has the secret key, and every user of the machine can reach this server.
    fs: { allow: [...SERVED.map((name) => path.resolve(app, '../..', name)), partnerFolderFrom(process.env)] },
  },
});
await vite.listen();
process.on('message', (received) => {
  const err = { message: message.parse(received).problem, stack: '' };
  vite.ws.send({ type: 'error', err });
  // For pages that are opened later.
  vite.ws.on('connection', () => vite.ws.send({ type: 'error', err }));
});
process.send?.('ready');
