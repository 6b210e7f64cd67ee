import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** The largest run has a dozen databases at once, each of some 20 MB, and the log of what was written to them. */
const ROOM_BYTES = 4 * 1024 ** 3;

function roomInMemory(): number {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/**
 * Makes a folder for databases, in memory where that has plenty of room: on a disk a third of the time of tests goes
 * into making and deleting their many files. The caller deletes it.
 * @param prefix how its name begins
 */
export function makeDatabaseFolder(prefix: string): string {
  return fs.mkdtempSync(path.join(roomInMemory() >= ROOM_BYTES ? MEMORY : os.tmpdir(), prefix));
}
