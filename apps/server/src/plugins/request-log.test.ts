import Fastify, { LogController } from 'fastify';
import { expect, test } from 'vitest';
import { loggerOptions } from '../log/log.ts';
import { registerRequestLog } from './request-log.ts';

test('each call is logged by its route, an unknown address by its first part, and pages and probes are not logged', async () => {
  const lines: unknown[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({ logger: { ...loggerOptions('info'), stream }, logController });
  registerRequestLog(app);
  for (const url of ['/api/document-answer/:key', '/livez', '/*']) app.get(url, async () => 'ok');
  for (const url of [
    '/api/document-answer/transcript?token=secret',
    '/livez',
    '/about',
    '/api/ada/secret?x=1',
    '/files',
  ])
    await app.inject({ url });
  await app.inject({ method: 'POST', url: '/service/ada/secret' });
  expect(lines).toMatchObject([
    { msg: 'answered', method: 'GET', path: '/api/document-answer/:key', status: 200, ms: expect.any(Number) },
    { path: '/api/…' },
    { path: '/files/…' },
    { method: 'POST', path: '/service/…', status: 404 },
  ]);
  await app.close();
});
