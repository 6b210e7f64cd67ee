import { expect, test } from 'vitest';
import { NoResponseError } from '../db/change-gate.ts';
import { ApiError, databaseError, isDatabaseGone, overloaded, toApiError } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });
const withStatus = (statusCode: number) => Object.assign(new Error('x'), { statusCode });

const UNREACHABLE = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...['08006', '57P01', '57P02', '57P03', '25006'],
].map(withCode);
const BUSY = ['53300', '57014', '58030', '40P01', '40001', '25P03', '55P03'].map(withCode);
const broken = new Error('Connection terminated unexpectedly');
const timedOut = [
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  new NoResponseError('waits'),
];

test.each([
  ...[...UNREACHABLE, broken, new Error('Client has encountered a connection error and is not queryable')].map(
    (error) => [error, 'database_gone'] as const,
  ),
  ...[...BUSY, ...timedOut].map((error) => [error, 'overloaded'] as const),
  [new AggregateError([new Error('x'), withCode('ECONNREFUSED')]), 'database_gone'] as const,
])('an unreachable database and a busy one have different codes, and callers retry both soon: %s %s', (error, code) => {
  expect(isDatabaseGone(error)).toBe(true);
  expect(databaseError(error).code).toBe(code);
  expect(toApiError(error)).toMatchObject({ code, status: 503, headers: { 'retry-after': '2' } });
});

test('a bug of ours is not taken for an unreachable database', () => {
  const mistakes = [...['23505', '42703', 'ERR_ASSERTION', '08', '0800x0'].map(withCode), new Error('x')];
  for (const error of [...mistakes, new AggregateError(mistakes), 'Connection terminated', undefined]) {
    expect([isDatabaseGone(error), toApiError(error)], String(error)).toEqual([false, undefined]);
  }
});

test('an aborted request is a bad request, although a lost database connection has the same code', () => {
  const error = Object.assign(withCode('ECONNRESET'), { statusCode: 400 });
  expect(toApiError(error)).toMatchObject({ code: 'bad_request', status: 400 });
});

test.each([
  [400, 'bad_request', 400],
  [403, 'not_allowed', 403],
  [404, 'not_found', 404],
  [405, 'method_not_allowed', 405],
  [413, 'too_large', 413],
  [414, 'bad_request', 400],
  [415, 'wrong_type', 415],
  [429, 'too_many', 429],
  [431, 'bad_request', 400],
  [503, 'overloaded', 503],
])('status %i of the web framework becomes %s with %i', (statusCode, code, status) => {
  expect(toApiError(withStatus(statusCode))).toMatchObject({ code, status });
});

test('our own errors stay as they are, an unexpected status is a bug, and a busy framework sends Retry-After', () => {
  const locked = new ApiError('locked');
  expect(toApiError(locked)).toBe(locked);
  expect(toApiError(withStatus(418))).toBeUndefined();
  expect(toApiError(withStatus(503))?.headers).toEqual({ 'retry-after': '2' });
});

test('a longer wait is in the message and in Retry-After', () => {
  expect([overloaded(), overloaded(undefined, 7)]).toMatchObject([
    { words: undefined, headers: { 'retry-after': '2' } },
    { words: { id: 'overloaded_for', values: { seconds: 7 } }, headers: { 'retry-after': '7' } },
  ]);
});
