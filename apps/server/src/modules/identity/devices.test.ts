import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { markDevice, readDevice } from './devices.ts';

const [ada, bo] = ['ada@mail.example', 'bo@mail.example'];
const [old, next] = [randomBytes(32), randomBytes(32)];
const before = { current: old, previous: undefined };
const during = { current: next, previous: old };
const after = { current: next, previous: undefined };

test('a browser stays known while the secret is replaced, and for good once its owner has logged in again', () => {
  const mark = markDevice(before, bo, markDevice(before, ada, undefined));
  const id = readDevice(before, ada, mark);
  expect(id).toBeDefined();
  expect([ada, bo].map((email) => readDevice(during, email, mark))).toEqual([id, id]);
  const again = markDevice(during, ada, mark);
  expect(again.split('.')).toHaveLength(3);
  expect([ada, bo].map((email) => readDevice(after, email, again))).toEqual([id, undefined]);
});
