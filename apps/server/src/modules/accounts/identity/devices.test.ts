import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { markDevice, readDevice } from './devices.ts';

const [ada, bo] = ['ada@mail.example', 'bo@mail.example'];
const [old, next] = [randomBytes(32), randomBytes(32)];
const before = { current: old, previous: undefined };
const during = { current: next, previous: old };
const after = { current: next, previous: undefined };

test('a browser stays known while the secret is replaced, and permanently once its owner has logged in again', () => {
  const mark = markDevice(before, bo, markDevice(before, ada, undefined));
  const id = readDevice(before, ada, mark);
  expect(id).toBeDefined();
  expect([ada, bo].map((email) => readDevice(during, email, mark))).toEqual([id, id]);
  const again = markDevice(during, ada, mark);
  expect(again.split('.')).toHaveLength(3);
  expect([ada, bo].map((email) => readDevice(after, email, again))).toEqual([id, undefined]);
});

test('a browser is known for the addresses that it has logged in to, and an invalid mark names none', () => {
  const mark = markDevice(before, ada, undefined);
  const [id = '', signature = ''] = mark.split('.');
  expect(readDevice(before, ada, mark)).toBe(id);
  expect(readDevice(before, bo, mark)).toBeUndefined();
  expect(readDevice(before, ada, `${markDevice(before, ada, undefined).split('.')[0]}.${signature}`)).toBeUndefined();
  for (const wrong of [undefined, '', 'x', id, `${id}.`, `.${signature}`, `${id}x.${signature}`, `x${id}.${signature}`])
    expect(readDevice(before, ada, wrong)).toBeUndefined();
  // An invalid signature is skipped, and those after it are read.
  expect(readDevice(before, ada, `${id}.x.${signature}`)).toBe(id);
});

test("logging in again keeps the browser's id, and lists each account once, newest first", () => {
  const first = markDevice(before, ada, undefined);
  const both = markDevice(before, bo, first);
  const [id, ofBo, ofAda] = both.split('.');
  expect(first).toBe(`${id}.${ofAda}`);
  expect(markDevice(before, ada, both)).toBe(`${id}.${ofAda}.${ofBo}`);
  expect(markDevice(before, ada, 'broken').split('.')[0]).not.toBe('broken');
});

test('one browser is remembered for the five accounts that logged in last', () => {
  const emails = Array.from({ length: 7 }, (_, number) => `child.${number}@mail.example`);
  const mark = emails.reduce<string | undefined>((earlier, email) => markDevice(before, email, earlier), undefined);
  expect(emails.filter((email) => readDevice(before, email, mark) !== undefined)).toEqual(emails.slice(2));
  const all = `${mark}.${markDevice(before, ada, mark).split('.')[1]}`;
  expect(readDevice(before, ada, all)).toBeUndefined();
});
