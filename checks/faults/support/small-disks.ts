import { spawnSync } from 'node:child_process';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotRun, type Run } from '../../support/command.ts';
import type { Outcome, Scenario } from './scenario.ts';

/** The environment variable with the folder of the run, for the child process that runs on small disks. */
const FOLDER = 'FAULT_FOLDER';
export const folderFromParent = (): string | undefined => process.env[FOLDER];
const outcomeFile = (folder: string) => path.join(folder, 'outcome.json');

/**
 * Runs one scenario in a child process, in a mount namespace of its own (unshare) with a small memory disk at each of its
 * folders; without the disks where they can't be mounted.
 */
export async function runOnSmallDisks({ name = '', disks }: Scenario, { folder }: Run): Promise<Outcome> {
  const { names = [], size = '' } = disks ?? {};
  for (const disk of names) await mkdir(path.join(folder, disk));
  const env = { ...process.env, [FOLDER]: folder };
  const mounts = names.map((disk) => `mount -t tmpfs -o size=${size},mode=1777 tmpfs "$${FOLDER}/${disk}"`);
  const inside = ['-m', 'sh', '-c', [...mounts, 'exec "$@"'].join(' && '), 'sh'];
  const canMount = spawnSync('unshare', [...inside, 'true'], { env }).status === 0;
  const program = [process.execPath, path.resolve(import.meta.dirname, '../main.ts'), name];
  const [file = '', ...args] = canMount ? ['unshare', ...inside, ...program] : program;
  spawnSync(file, args, { env, stdio: 'inherit' });
  const outcome = JSON.parse(await readFile(outcomeFile(folder), 'utf8'));
  if ('cannotRun' in outcome) throw new CannotRun(String(outcome.cannotRun));
  return outcome;
}

/** Runs the scenario inside the child process, and writes its outcome for the parent. */
export async function runInside(scenario: Scenario, run: Run): Promise<void> {
  const outcome = await scenario
    .run(run)
    .catch((error: Error) =>
      error instanceof CannotRun ? { cannotRun: error.message } : { runs: 0, problems: [error.message] },
    );
  await writeFile(outcomeFile(run.folder), JSON.stringify(outcome));
}

/** Whether a disk of its own is mounted at this folder. */
export async function hasOwnDisk(folder: string): Promise<boolean> {
  return (await stat(folder)).dev !== (await stat(path.dirname(folder))).dev;
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
