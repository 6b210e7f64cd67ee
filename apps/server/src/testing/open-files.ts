import { readdirSync, readlinkSync } from 'node:fs';

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    // The descriptor that read the list itself.
    return '';
  }
}

/** The files below a folder that this process holds open. Only on Linux. */
export const openFilesBelow = (folder: string): readonly string[] =>
  readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter((file) => file.startsWith(`${folder}/`));
