import { access } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCallPath } from './not-found.ts';

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

async function sendPage(reply: FastifyReply, webRoot: string, urlPath: string): Promise<FastifyReply> {
  if (!(await exists(path.join(webRoot, 'index.html')))) {
    return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(NOT_BUILT);
  }
  const isFile = urlPath !== '/' && path.extname(urlPath) !== '';
  return reply.sendFile(isFile ? urlPath : 'index.html');
}

/** Serves the built web app: its files by name, and its page for every other GET that is no call, since it routes itself. */
export async function registerWebApp(app: FastifyInstance, webRoot: string): Promise<void> {
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
    if (isCallPath(urlPath)) {
      reply.callNotFound();
      return reply;
    }
    return sendPage(reply, webRoot, urlPath);
  });
}
