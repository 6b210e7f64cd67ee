import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** The largest run has a dozen databases at once, each of some 20 MB, and its write-ahead log. */
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
 * Makes a folder for databases, in memory if there is plenty: on a disk, creating and deleting their many files takes a third of
 * the time of tests. The caller deletes it.
 */
export function makeDatabaseFolder(prefix: string): string {
  return fs.mkdtempSync(path.join(roomInMemory() >= ROOM_BYTES ? MEMORY : os.tmpdir(), prefix));
}
