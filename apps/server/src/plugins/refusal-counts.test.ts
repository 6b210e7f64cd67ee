import Fastify, { LogController } from 'fastify';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { NoResponseError } from '../db/change-gate.ts';
import { loggerOptions } from '../log/log.ts';
import { ApiError, overloaded, registerErrors } from './errors.ts';

afterEach(() => {
  vi.useRealTimers();
});

function appWithLog(fail: (path: string) => unknown) {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({ logger: { ...loggerOptions('info'), stream }, logController });
  registerErrors(app);
  app.get('/*', async ({ url }) => {
    throw fail(url);
  });
  return { app, lines };
}

test('expected refusals are logged as one line a minute, with counts by kind and no stack', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const canceled = new pg.DatabaseError('a value that somebody typed', 1, 'error');
  canceled.code = '57014';
  const { app, lines } = appWithLog((path) => {
    if (path === '/gate') return new NoResponseError('The database has not responded to an earlier change yet.');
    if (path === '/busy') return overloaded(canceled);
    return new ApiError('not_found');
  });
  const paths = [...Array<string>(941).fill('/gate'), '/busy', '/other'];
  for (const path of paths) await app.inject(path);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(60_000);
  const refused = { 'overloaded NoResponseError': 941, 'overloaded DatabaseError 57014': 1 };
  expect(lines).toMatchObject([{ level: 50, refused, msg: 'requests could not be served for now' }]);
  vi.advanceTimersByTime(3_600_000);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toMatch(/stack|typed/);
  await app.inject('/gate');
  await app.close();
  expect(lines.at(-1)).toMatchObject({ refused: { 'overloaded NoResponseError': 1 } });
});

test('a full disk is named as the reason for files that could not be stored', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const { app, lines } = appWithLog(() => new ApiError('storage_gone', { cause: full }));
  await app.inject('/');
  await app.close();
  expect(lines).toMatchObject([{ refused: { 'storage_gone Error ENOSPC': 1 } }]);
});

test('an unexpected error is logged at once with its stack', async () => {
  const { app, lines } = appWithLog(() => new TypeError('a fault of ours'));
  expect((await app.inject('/')).statusCode).toBe(500);
  expect(lines).toMatchObject([{ msg: 'a request failed', err: { type: 'TypeError', stack: expect.any(String) } }]);
  await app.close();
});
