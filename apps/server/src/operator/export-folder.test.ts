import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findExport, openGrowingFile } from './export-folder.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-export-folder-'));
});
afterAll(() => rm(root, { recursive: true }));

async function makeFolder(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder);
  return folder;
}

const PIECE = 'An application.\n'.repeat(200);
const NAME = 'applications.csv';

/** Appends pieces where no file may grow beyond some kilobytes, which cuts a write as a full disk does. */
async function appendUntilFull(folder: string) {
  const program = `
    import { openGrowingFile } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'export-folder.ts')))};
    const file = await openGrowingFile(${JSON.stringify(folder)}, ${JSON.stringify(NAME)}, 0);
    for (;;) {
      const bytes = await file.append(${JSON.stringify(PIECE)}).catch((error) => console.error(error.message));
      if (bytes === undefined) break;
      console.log(bytes);
    }`;
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const child = spawn('sh', ['-c', 'ulimit -f 16; exec "$@"', 'sh', ...node], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(await ended).toEqual([0, null]);
  return { bytes: Number(out.trim().split('\n').at(-1)), err };
}

test('a piece that the disk takes only a part of does not count, and the next run puts it in whole', async () => {
  const folder = await makeFolder('cut');
  const { bytes, err } = await appendUntilFull(folder);
  expect(err).toBe(
    `${folder} cannot be written to (no file may be that large here). Run the same command again afterwards: it goes on where it stopped.\n`,
  );
  expect(bytes).toBeGreaterThan(0);
  expect(bytes % PIECE.length).toBe(0);
  const part = await readFile(path.join(folder, `${NAME}.part`), 'utf8');
  expect(part.length % PIECE.length, 'a part of a piece is there').not.toBe(0);
  const file = await openGrowingFile(folder, NAME, bytes);
  await file.append(PIECE);
  await file.complete();
  await file.close();
  expect(await readFile(path.join(folder, NAME), 'utf8')).toBe(PIECE.repeat(bytes / PIECE.length + 1));
});

test('a file that lost something of what counts is not gone on with', async () => {
  const folder = await makeFolder('lost');
  const file = await openGrowingFile(folder, NAME, 0);
  const bytes = await file.append(PIECE);
  await file.close();
  await truncate(path.join(folder, `${NAME}.part`), bytes - 1);
  await expect(openGrowingFile(folder, NAME, bytes)).rejects.toThrow(
    `${folder}/${NAME}.part is shorter than it was. Export into a new folder.`,
  );
});

test('a folder in which a full disk let nothing be kept can be given again', async () => {
  const folder = await makeFolder('full');
  await writeFile(path.join(folder, 'progress.json.tmp'), '');
  expect(await findExport(folder)).toEqual({ isThere: true, isContinued: false });
  await writeFile(path.join(folder, 'progress.json'), '{}');
  expect(await findExport(folder)).toEqual({ isThere: true, isContinued: true });
});
