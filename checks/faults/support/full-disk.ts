import { spawnSync } from 'node:child_process';
import { open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Says to a program that was started again which folder is its run's own. */
const FOLDER = 'FAULT_FOLDER';

/** The folder of a run that is inside already. */
export const givenFolder = (): string | undefined => process.env[FOLDER];

/**
 * Runs a program again with a small disk of memory at each of these folders of a run's folder, in a world of its own
 * (unshare); where that may not be mounted, without them. Returns its exit code.
 */
export function runOnSmallDisks(program: string, folder: string, names: readonly string[], size: string): number {
  const env = { ...process.env, [FOLDER]: folder };
  const disks = names.map((name) => `mount -t tmpfs -o size=${size},mode=1777 tmpfs "$${FOLDER}/${name}"`);
  const mount = [...disks, 'exec "$@"'].join(' && ');
  const inside = ['unshare', '-m', 'sh', '-c', mount, 'sh'];
  const canMount = spawnSync('unshare', [...inside.slice(1), 'true'], { env }).status === 0;
  const [file = process.execPath, ...args] = [...(canMount ? inside : []), process.execPath, program];
  return spawnSync(file, args, { env, stdio: 'inherit' }).status ?? 1;
}

/** Whether a small disk is at this folder. */
export async function hasOwnDisk(folder: string): Promise<boolean> {
  return (await stat(folder)).dev !== (await stat(path.dirname(folder))).dev;
}

/** Takes all room of a disk but this many bytes; returns how to give it back. */
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
