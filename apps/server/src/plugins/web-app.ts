import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { isServerPath } from '@firstyear/api-contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built yet</title></head>
<body><h1>The web app is not built yet</h1><p>Start the product with “npm start”, which builds it.</p></body></html>
`;

/** Names with a hash of their content never change. */
const HASHED = /[/\\]assets[/\\]/;

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
async function readLinks(webRoot: string): Promise<ReadonlyMap<string, string>> {
  const content = await readFile(path.join(webRoot, 'preloads.json'), 'utf8').catch(() => '{}');
  const linkOf = ({ href, as }: { href: string; as: 'script' | 'style' }) =>
    `<${href}>; rel=${as === 'script' ? 'modulepreload' : 'preload; as=style'}; crossorigin`;
  const pages = preloadFile.parse(JSON.parse(content));
  return new Map(Object.entries(pages).map(([page, files]) => [page, files.map(linkOf).join(', ')]));
}

async function sendPage(reply: FastifyReply, webRoot: string, urlPath: string, link?: string): Promise<FastifyReply> {
  if (!(await exists(path.join(webRoot, 'index.html')))) {
    return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(NOT_BUILT);
  }
  const isFile = urlPath !== '/' && path.extname(urlPath) !== '';
  if (isFile) return reply.sendFile(urlPath);
  if (link) reply.header('link', link);
  return reply.sendFile('index.html');
}

/**
 * Serves the built web app: its files by name, compressed where the browser takes that, and its page for every other GET
 * that is no call, since it routes itself. With the page goes a Link header that names what this address needs besides.
 */
export async function registerWebApp(app: FastifyInstance, webRoot: string): Promise<void> {
  const links = await readLinks(webRoot);
  await app.register(fastifyStatic, {
    root: webRoot,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      if (path.basename(file).startsWith('index.html')) reply.header('cache-control', 'no-store');
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
    return sendPage(reply, webRoot, urlPath, links.get(urlPath) ?? links.get('/'));
  });
}
