import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findExport, writeAt } from './export-folder.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-export-folder-'));
});
afterAll(() => rm(root, { recursive: true }));

test('a disk that takes only a part at a time gets the whole piece, at its place', async () => {
  const disk = Buffer.from('beginning.');
  const file = Buffer.concat([disk, Buffer.alloc(20)]);
  // As a disk that is nearly full does, which no test can be sure to have.
  const write = async (content: Buffer, offset: number, length: number, position: number) => {
    const bytesWritten = Math.min(3, length);
    content.copy(file, position, offset, offset + bytesWritten);
    return { bytesWritten };
  };
  await writeAt({ write }, Buffer.from('whole piece'), disk.length);
  expect(file.toString('utf8', 0, 21)).toBe('beginning.whole piece');
});

test('a folder in which a full disk let nothing be kept can be given again', async () => {
  const folder = path.join(root, 'full');
  await mkdir(folder);
  await writeFile(path.join(folder, 'progress.json.tmp'), '');
  expect(await findExport(folder)).toEqual({ isThere: true, isContinued: false });
  await writeFile(path.join(folder, 'progress.json'), '{}');
  expect(await findExport(folder)).toEqual({ isThere: true, isContinued: true });
});
