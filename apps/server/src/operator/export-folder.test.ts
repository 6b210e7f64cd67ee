import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ExportProgress,
  findExport,
  openExportFolder,
  openGrowingFile,
  writePacketFolder,
} from './export-folder.ts';

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

test('a piece that a full disk cuts off does not count, and the next run writes it in full', async () => {
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

test('a file shorter than its progress is not resumed', async () => {
  const folder = await makeFolder('lost');
  const file = await openGrowingFile(folder, NAME, 0);
  const bytes = await file.append(PIECE);
  await file.close();
  await truncate(path.join(folder, `${NAME}.part`), bytes - 1);
  await expect(openGrowingFile(folder, NAME, bytes)).rejects.toThrow(
    `${folder}/${NAME}.part is shorter than it was. Export into a new folder.`,
  );
});

test('a folder in which a full disk left no progress can be used again', async () => {
  const folder = await makeFolder('full');
  await writeFile(path.join(folder, 'progress.json.tmp'), '');
  expect(await findExport(folder)).toEqual({ isThere: true, isContinued: false });
  await writeFile(path.join(folder, 'progress.json'), '{}');
  expect(await findExport(folder)).toEqual({ isThere: true, isContinued: true });
});

/** Records, in order, the files of a folder that are synced to the disk. */
async function watchSyncs(folder: string): Promise<readonly string[]> {
  const handle = await open(folder);
  const handles: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const synced: string[] = [];
  for (const name of ['sync', 'datasync'] as const) {
    const real = handles[name];
    vi.spyOn(handles, name).mockImplementation(function (this: FileHandle) {
      synced.push(path.relative(folder, readlinkSync(`/proc/self/fd/${this.fd}`)) || '.');
      return real.call(this);
    });
  }
  return synced;
}

const FRESH: ExportProgress = {
  settings: { format: 'packets', since: null, statuses: ['submitted'], with_sealed: false, form_version: '1' },
  until: '2026-11-21T12:00:00.000Z',
  cursor: '00000000-0000-4000-8000-000000000001',
  done: 0,
  bytes: 0,
  left_out: [],
};

test('a packet is completely on the disk, under its final name, before it counts as done', async () => {
  if (process.platform !== 'linux') return;
  const folder = await makeFolder('packets');
  const { keep } = await openExportFolder(folder, FRESH);
  const synced = await watchSyncs(folder);
  await writePacketFolder(folder, '4711', async (draft) => {
    await mkdir(path.join(draft, 'documents'));
    for (const name of ['application.txt', 'documents/record.pdf']) await writeFile(path.join(draft, name), name);
  });
  await keep({ ...FRESH, done: 1 });
  vi.restoreAllMocks();
  expect(synced.slice(0, 4).sort()).toEqual([
    '4711.part',
    '4711.part/application.txt',
    '4711.part/documents',
    '4711.part/documents/record.pdf',
  ]);
  expect(synced.slice(4)).toEqual(['.', 'progress.json.tmp', '.']);
});
