import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import {
  isServerPath,
  PARAMETERS,
  SERVICE_WORKER_OFF_PATH,
  SERVICE_WORKER_PATH,
} from '@firstyear/api-contract/addresses';
import { MARKER_COOKIE, plainCookieName } from '@firstyear/api-contract/cookies';
import { LANGUAGE_CODES, type LanguageCode } from '@firstyear/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { pathOf } from '../log/log.ts';
import { addressedLanguage, fileIn, queryOf, readerLanguage, setLanguageCookie } from './reader-language.ts';

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built yet</title></head>
<body><h1>The web app is not built yet</h1><p>Start the product with “npm start”, which builds it.</p></body></html>
`;

/** Names with a hash of their content never change. */
const HASHED = /[/\\]assets[/\\]/;

/** Pages are never stored, since they name the files of their version. */
const PAGE = /\.html(\.(br|gz))?$/;

/** Fetched each time, so that a new version, or the one that turns it off, arrives with the next page. */
const SERVICE_WORKER = /[/\\]service-worker(-off|\.\w+)?\.js(\.(br|gz))?$/;

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The files that each page preloads, by address; '/' stands for all other addresses. */
const preloadFile = z.record(z.string(), z.array(z.object({ href: z.string(), as: z.enum(['script', 'style']) })));

/** The Link header of each address. Empty when the build wrote none. */
async function readLinks(webRoot: string, language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  const content = await readFile(path.join(webRoot, fileIn(language, 'preloads.json')), 'utf8').catch(() => '{}');
  const linkOf = ({ href, as }: { href: string; as: 'script' | 'style' }) =>
    `<${href}>; rel=${as === 'script' ? 'modulepreload' : 'preload; as=style'}; crossorigin`;
  const pages = preloadFile.parse(JSON.parse(content));
  return new Map(Object.entries(pages).map(([page, files]) => [page, files.map(linkOf).join(', ')]));
}

/** A prerendered page, for visitors. */
interface PrerenderedPage {
  readonly file: string;
  /** Hashes of its inline parts, for the policy: 'sha256-…'. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

function hashesOf(page: string, tag: 'script' | 'style'): readonly string[] {
  const contents = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content = '']) => content);
  return contents.map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
}

/** Prerendered pages by address; '/' stands for every unknown one. */
async function readPrerenderedPages(
  webRoot: string,
  language: LanguageCode,
): Promise<ReadonlyMap<string, PrerenderedPage>> {
  const content = await readFile(path.join(webRoot, fileIn(language, 'prerendered.json')), 'utf8').catch(() => '{}');
  const files = z.record(z.string(), z.string()).parse(JSON.parse(content));
  const pages = Object.entries(files).map(async ([address, file]): Promise<[string, PrerenderedPage]> => {
    const page = await readFile(path.join(webRoot, file), 'utf8');
    return [address, { file, scripts: hashesOf(page, 'script'), styles: hashesOf(page, 'style') }];
  });
  return new Map(await Promise.all(pages));
}

interface Build {
  readonly language: LanguageCode;
  readonly links: ReadonlyMap<string, string>;
  readonly prerendered: ReadonlyMap<string, PrerenderedPage>;
}

async function readBuild(webRoot: string, language: LanguageCode): Promise<Build> {
  const [links, prerendered] = await Promise.all([
    readLinks(webRoot, language),
    readPrerenderedPages(webRoot, language),
  ]);
  return { language, links, prerendered };
}

/** The build of each language; English always, even before the app is built. */
async function readBuilds(webRoot: string): Promise<ReadonlyMap<LanguageCode, Build>> {
  const isBuilt = await Promise.all(
    LANGUAGE_CODES.map((code) => code === 'en' || exists(path.join(webRoot, fileIn(code, 'index.html')))),
  );
  const builds = await Promise.all(
    LANGUAGE_CODES.filter((_, at) => isBuilt[at]).map((code) => readBuild(webRoot, code)),
  );
  return new Map(builds.map((build) => [build.language, build]));
}

/** An address as the app reads it: case and trailing slashes make no difference. '/' stands for unknown ones. */
function addressOf(urlPath: string, links: Build['links']): string {
  const address = urlPath.toLowerCase().replace(/\/+$/, '');
  return links.has(address) ? address : '/';
}

/** Whether the page is for a visitor: no session, and no token that comes with answers. */
function isForVisitors(request: FastifyRequest): boolean {
  const query = queryOf(request);
  if ([PARAMETERS.token, PARAMETERS.serviceToken].some((name) => query.has(name))) return false;
  const markers = [MARKER_COOKIE, plainCookieName(MARKER_COOKIE)].map((name) => `${name}=`);
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return !cookies.some((cookie) => markers.some((marker) => cookie.startsWith(marker)));
}

/** Sends a prerendered page with a policy that allows exactly its inline parts. */
function sendPrerendered(reply: FastifyReply, { file, scripts, styles }: PrerenderedPage): FastifyReply {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string') {
    const allowed = policy
      .replace("script-src 'self'", () => ["script-src 'self'", ...scripts].join(' '))
      .replace("style-src 'self'", () => ["style-src 'self'", ...styles].join(' '));
    reply.header('content-security-policy', allowed);
  }
  return reply.sendFile(file);
}

async function sendPage(
  reply: FastifyReply,
  webRoot: string,
  urlPath: string,
  { language, links }: Build,
): Promise<FastifyReply> {
  if (!(await exists(path.join(webRoot, 'index.html')))) {
    return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(NOT_BUILT);
  }
  if (path.extname(urlPath) !== '') return reply.sendFile(urlPath);
  const link = links.get(addressOf(urlPath, links));
  if (link) reply.header('link', link);
  return reply.sendFile(fileIn(language, 'index.html'));
}

/**
 * Serves the built web app: its files by name, compressed if the browser accepts that, and its page for every other GET that is
 * no call, since the app routes itself. The page has a Link header that preloads its address's files. Visitors get the
 * prerendered page, which names those files itself. With the service worker turned off, a script that unregisters it is served
 * under its name, for browsers that already have it.
 */
export async function registerWebApp(
  app: FastifyInstance,
  webRoot: string,
  { hasServiceWorker }: { readonly hasServiceWorker: boolean },
): Promise<void> {
  const builds = await readBuilds(webRoot);
  const english = builds.get('en') ?? (await readBuild(webRoot, 'en'));
  const hasLanguages = builds.size > 1;
  /** The office reads applications in its university's language. */
  const buildFor = (request: FastifyRequest) =>
    (!queryOf(request).has(PARAMETERS.serviceToken) && builds.get(readerLanguage(request))) || english;
  const sendLanguage = (request: FastifyRequest, reply: FastifyReply, { language }: Build) => {
    if (!hasLanguages) return;
    reply.header('vary', 'Accept-Language, Cookie').header('content-language', language);
    if (addressedLanguage(request) !== language) return;
    setLanguageCookie(reply, language);
  };
  await app.register(fastifyStatic, {
    root: webRoot,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      if (PAGE.test(file)) reply.header('cache-control', 'no-store');
      else if (SERVICE_WORKER.test(file)) reply.header('cache-control', 'no-cache');
      else if (HASHED.test(file)) reply.header('cache-control', 'public, max-age=31536000, immutable');
      else reply.header('cache-control', 'public, max-age=300');
    },
  });
  app.get('/*', async (request, reply) => {
    const urlPath = pathOf(request.url);
    if (isServerPath(urlPath)) {
      reply.callNotFound();
      return reply;
    }
    const build = buildFor(request);
    if (urlPath === SERVICE_WORKER_PATH) {
      if (!hasServiceWorker) return reply.sendFile(SERVICE_WORKER_OFF_PATH);
      if (hasLanguages) reply.header('vary', 'Accept-Language, Cookie');
      return reply.sendFile(fileIn(build.language, SERVICE_WORKER_PATH));
    }
    const isPage = path.extname(urlPath) === '';
    if (isPage) sendLanguage(request, reply, build);
    const page = isPage && isForVisitors(request) ? build.prerendered.get(addressOf(urlPath, build.links)) : undefined;
    if (page) return sendPrerendered(reply, page);
    return sendPage(reply, webRoot, urlPath, build);
  });
}
