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
import { addressedLanguage, fileIn, readerLanguage, setLanguageCookie } from './reader-language.ts';

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built yet</title></head>
<body><h1>The web app is not built yet</h1><p>Start the product with “npm start”, which builds it.</p></body></html>
`;

/** Names with a hash of their content never change. */
const HASHED = /[/\\]assets[/\\]/;

/** A page names the files of its version: never stored. */
const PAGE = /\.html(\.(br|gz))?$/;

/** Fetched each time, so that a new version, or turning it off, arrives with the next page. */
const SERVICE_WORKER = /[/\\]service-worker(-off|\.\w+)?\.js(\.(br|gz))?$/;

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

/** What the build wrote: for each address what its page needs besides its entry; '/' stands for all others. */
const preloadFile = z.record(z.string(), z.array(z.object({ href: z.string(), as: z.enum(['script', 'style']) })));

/** The Link header of each address. Empty when the build wrote none. */
async function readLinks(webRoot: string, language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  const content = await readFile(path.join(webRoot, fileIn(language, 'preloads.json')), 'utf8').catch(() => '{}');
  const linkOf = ({ href, as }: { href: string; as: 'script' | 'style' }) =>
    `<${href}>; rel=${as === 'script' ? 'modulepreload' : 'preload; as=style'}; crossorigin`;
  const pages = preloadFile.parse(JSON.parse(content));
  return new Map(Object.entries(pages).map(([page, files]) => [page, files.map(linkOf).join(', ')]));
}

/** A page that the build has drawn as visitors see it first. */
interface PrerenderedPage {
  readonly file: string;
  /** What the page holds inline, for the policy: 'sha256-…'. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

function hashesOf(page: string, tag: 'script' | 'style'): readonly string[] {
  const contents = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content = '']) => content);
  return contents.map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
}

/** The drawn pages by address; '/' stands for every unknown one. Empty when the build wrote none. */
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

/** What the build wrote in one language. */
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

/** The languages that the app was built in; English always, also before it is built. */
async function readBuilds(webRoot: string): Promise<ReadonlyMap<LanguageCode, Build>> {
  const isBuilt = await Promise.all(
    LANGUAGE_CODES.map((code) => code === 'en' || exists(path.join(webRoot, fileIn(code, 'index.html')))),
  );
  const builds = await Promise.all(
    LANGUAGE_CODES.filter((_, at) => isBuilt[at]).map((code) => readBuild(webRoot, code)),
  );
  return new Map(builds.map((build) => [build.language, build]));
}

/** As the app itself reads addresses: capitals and a slash at the end make no difference. '/' stands for unknown ones. */
function addressOf(urlPath: string, links: Build['links']): string {
  const address = urlPath.toLowerCase().replace(/\/+$/, '');
  return links.has(address) ? address : '/';
}

const queryOf = ({ url }: Pick<FastifyRequest, 'url'>) => new URLSearchParams(url.split('?', 2)[1] ?? '');

/** Whether the page is for nobody in particular: no session, and no link that brings answers along. */
function isForVisitors({ headers, url }: FastifyRequest): boolean {
  const query = queryOf({ url });
  if ([PARAMETERS.token, PARAMETERS.serviceToken].some((name) => query.has(name))) return false;
  const markers = [MARKER_COOKIE, plainCookieName(MARKER_COOKIE)].map((name) => `${name}=`);
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return !cookies.some((cookie) => markers.some((marker) => cookie.startsWith(marker)));
}

/** A Link header that names the page in each language, for search engines; x-default asks for what the reader prefers. */
function alternatesOf(url: string, languages: readonly LanguageCode[]): string {
  const inLanguages = languages.map(
    (language) => `<${url}?${PARAMETERS.language}=${language}>; rel="alternate"; hreflang="${language}"`,
  );
  return [...inLanguages, `<${url}>; rel="alternate"; hreflang="x-default"`].join(', ');
}

/** Sends a drawn page. The policy allows exactly what is written into it. */
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
 * Serves the built web app: its files by name, compressed where the browser takes that, and its page for every other GET
 * that is no call, since it routes itself. With the page goes a Link header that names what this address needs besides.
 * Visitors get the page as the build has drawn it, which names those files itself. Without the service worker, the one
 * that unregisters itself is served under its name, for browsers that have it already.
 */
export async function registerWebApp(
  app: FastifyInstance,
  webRoot: string,
  { hasServiceWorker, publicUrl }: { readonly hasServiceWorker: boolean; readonly publicUrl: string },
): Promise<void> {
  const builds = await readBuilds(webRoot);
  const english = builds.get('en') ?? (await readBuild(webRoot, 'en'));
  const hasChoice = builds.size > 1;
  /** The office reads applications in its university's language. */
  const buildFor = (request: FastifyRequest) =>
    (!queryOf(request).has(PARAMETERS.serviceToken) && builds.get(readerLanguage(request))) || english;
  const tellLanguage = (request: FastifyRequest, reply: FastifyReply, { language }: Build) => {
    if (!hasChoice) return;
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
    const urlPath = request.url.split('?', 1)[0] ?? '/';
    if (isServerPath(urlPath)) {
      reply.callNotFound();
      return reply;
    }
    const build = buildFor(request);
    if (urlPath === SERVICE_WORKER_PATH) {
      if (!hasServiceWorker) return reply.sendFile(SERVICE_WORKER_OFF_PATH);
      if (hasChoice) reply.header('vary', 'Accept-Language, Cookie');
      return reply.sendFile(fileIn(build.language, SERVICE_WORKER_PATH));
    }
    const isPage = path.extname(urlPath) === '';
    if (isPage) tellLanguage(request, reply, build);
    const address = addressOf(urlPath, build.links);
    const page = isPage && isForVisitors(request) ? build.prerendered.get(address) : undefined;
    if (page && hasChoice) reply.header('link', alternatesOf(`${publicUrl}${address}`, [...builds.keys()]));
    if (page) return sendPrerendered(reply, page);
    return sendPage(reply, webRoot, urlPath, build);
  });
}
