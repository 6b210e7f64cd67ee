import { spawnSync } from 'node:child_process';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotRun, type Outcome, type Scenario } from './scenario.ts';

/** Tells a program that runs on small disks which folder is its run's own. */
const FOLDER = 'FAULT_FOLDER';
export const givenFolder = (): string | undefined => process.env[FOLDER];
const outcomeFile = (folder: string) => path.join(folder, 'outcome.json');

/**
 * Runs this program again for one scenario, with a small disk of memory at each of its folders, in a mount namespace of its
 * own (unshare); without the disks where that may not be mounted. Returns what it came to.
 */
export async function runOnSmallDisks({ name = '', disks }: Scenario, folder: string): Promise<Outcome> {
  const { names = [], size = '' } = disks ?? {};
  for (const disk of names) await mkdir(path.join(folder, disk));
  const env = { ...process.env, [FOLDER]: folder };
  const mounts = names.map((disk) => `mount -t tmpfs -o size=${size},mode=1777 tmpfs "$${FOLDER}/${disk}"`);
  const inside = ['-m', 'sh', '-c', [...mounts, 'exec "$@"'].join(' && '), 'sh'];
  const canMount = spawnSync('unshare', [...inside, 'true'], { env }).status === 0;
  const program = [process.execPath, path.resolve(import.meta.dirname, '../main.ts'), name];
  const [file = '', ...args] = canMount ? ['unshare', ...inside, ...program] : program;
  spawnSync(file, args, { env, stdio: 'inherit' });
  return JSON.parse(await readFile(outcomeFile(folder), 'utf8'));
}

/** Leaves what a scenario came to for the program that started this one. */
export const leaveOutcome = (folder: string, outcome: object): Promise<void> =>
  writeFile(outcomeFile(folder), JSON.stringify(outcome));

/** Whether a small disk is at this folder. */
export async function hasOwnDisk(folder: string): Promise<boolean> {
  return (await stat(folder)).dev !== (await stat(path.dirname(folder))).dev;
}

export async function insistOnOwnDisk(folder: string): Promise<void> {
  if (await hasOwnDisk(folder)) return;
  throw new CannotRun('This machine gives no small disk to fill (unshare -m and mount -t tmpfs were tried).');
}

/** Fills a disk but for this many bytes; returns how to make room again. */
export async function fill(folder: string, left = 0): Promise<() => Promise<void>> {
  const [ballast, kept] = [path.join(folder, 'ballast'), path.join(folder, 'kept')];
  await writeFile(kept, Buffer.alloc(left));
  const file = await open(ballast, 'w');
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      const piece = Buffer.alloc(size);
      while ((await file.write(piece).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
    }
  } finally {
    await file.close();
  }
  await rm(kept);
  return () => rm(ballast);
}
