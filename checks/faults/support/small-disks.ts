import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Run } from '../../support/command.ts';

/**
 * Makes a folder with a small memory disk mounted on it until the run ends; `size` as in mount's option. Returns false where
 * disks can't be mounted.
 */
export async function mountSmallDisk(run: Run, folder: string, size: string): Promise<boolean> {
  await mkdir(folder);
  const options = ['-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'tmpfs', folder];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return false;
  run.onEnd(() => void spawnSync('umount', ['--lazy', folder]));
  return true;
}

/** Fills a disk but for this many bytes; returns a function that frees it again. */
export async function fill(folder: string, left = 0): Promise<() => Promise<void>> {
  const [ballast, reserve] = [path.join(folder, 'ballast'), path.join(folder, 'reserve')];
  await writeFile(reserve, Buffer.alloc(left));
  const file = await open(ballast, 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    const piece = Buffer.alloc(size);
    while ((await file.write(piece).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
  }
  await file.close();
  await rm(reserve);
  return () => rm(ballast);
}
