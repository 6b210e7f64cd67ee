import { expect, test } from 'vitest';
import { describeFailure } from './failure.ts';

const fault = (code: string, more: object = {}) => Object.assign(new Error('it failed\nat length'), { code, ...more });
const AWAY = 'The database cannot be reached: it failed.';
const LOCKED_OUT = 'The database does not let us in: it failed. Look at DATABASE_URL.';

test.each([
  [fault('28P01'), LOCKED_OUT],
  [fault('28000'), LOCKED_OUT],
  [fault('3D000'), 'There is no such database: it failed. Look at DATABASE_URL.'],
  [fault('42501'), 'The database refuses it: it failed. Set DATABASE_MIGRATION_URL to the role that owns the tables.'],
  [fault('53100'), 'The disk of the database is full: it failed.'],
  [fault('57014'), 'The database took too long. Try again when it is less busy.'],
  [fault('53300'), AWAY],
  [fault('ECONNREFUSED'), AWAY],
  [new AggregateError([fault('ECONNREFUSED'), fault('28P01')]), AWAY],
  [
    new Error('Connection terminated unexpectedly'),
    'The database cannot be reached: Connection terminated unexpectedly.',
  ],
  [fault('AccessDenied', { $metadata: {} }), 'The store of S3_ENDPOINT cannot be used: it failed.'],
  [fault('ENOSPC', { syscall: 'write' }), 'A file cannot be written: the disk is full.'],
  [fault('EACCES', { syscall: 'open', path: '/data/key' }), '/data/key cannot be used: this user may not.'],
])('a failure outside the process is one sentence for the operator: %#', (error, sentence) => {
  expect(describeFailure(error)).toBe(sentence);
});

test('a port, a program that is missing and a fault of ours are described as nothing else', () => {
  const others = [
    fault('EACCES', { syscall: 'listen' }),
    fault('ENOENT', { syscall: 'spawn soffice', path: 'soffice' }),
    fault('ENOENT', { path: '/data/key' }),
    fault('08'),
    fault('23505'),
    new TypeError('it failed'),
    'it failed',
  ];
  for (const error of others) expect(describeFailure(error)).toBeUndefined();
});
