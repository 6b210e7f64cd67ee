import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

async function sync(place: string, flags: string): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the names in a folder are on the disk, such as one that a file was just moved to. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and writes names down by itself.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

/** Waits until all files and folders in a folder are on the disk, and the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    // Windows brings to the disk only what may be written to.
    await (entry.isDirectory() ? syncTree(place) : sync(place, 'r+'));
  }
  await syncFolder(folder);
}
