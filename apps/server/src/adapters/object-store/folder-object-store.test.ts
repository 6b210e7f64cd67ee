import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { folderObjectStore } from './folder-object-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'objects-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const store = folderObjectStore(folder, {
  secret: { current: randomBytes(32), previous: undefined },
  clock: () => new Date(),
});
const bytes = (text: string) => new TextEncoder().encode(text);

test('an object is read back as it was put, and replaced as a whole', async () => {
  await store.put('pdf/one.pdf', bytes('first'));
  await store.put('pdf/one.pdf', bytes('second, and longer'));
  expect(await store.head('pdf/one.pdf')).toEqual({ size: 18 });
  const found = await store.get('pdf/one.pdf');
  expect(found && (await buffer(found.stream)).toString()).toBe('second, and longer');
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('an object that does not exist, or was deleted, is undefined', async () => {
  await store.put('pdf/two.pdf', bytes('x'));
  await store.delete('pdf/two.pdf');
  await store.delete('pdf/two.pdf');
  expect(await store.head('pdf/two.pdf')).toBeUndefined();
  expect(await store.get('pdf/two.pdf')).toBeUndefined();
  expect(await store.get('pdf')).toBeUndefined();
  expect(await store.head('pdf/one.pdf/deeper')).toBeUndefined();
});

test('a file stored by a command that runs as root belongs to the owner of the store', async () => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, 61_870, 61_870);
  await store.put('uploads/restored/one.pdf', bytes('x'));
  for (const made of ['uploads', 'uploads/restored', 'uploads/restored/one.pdf']) {
    expect((await stat(join(folder, made))).uid, made).toBe(isRoot ? 61_870 : process.getuid?.());
  }
});

test('no key leads out of the folder', async () => {
  await writeFile(join(folder, 'secret'), 'kept');
  for (const key of [
    '../secret',
    '.unfinished/x',
    'pdf/../../secret',
    '/etc/hostname',
    '',
    '.',
    'pdf//x',
    'pdf/..',
    'a\0b',
    'A b',
  ]) {
    await expect(store.get(key), key).rejects.toThrow('Not an object key');
    await expect(store.put(key, bytes('x')), key).rejects.toThrow('Not an object key');
    await expect(store.delete(key), key).rejects.toThrow('Not an object key');
  }
});
