import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What our processes go on reading while they run: their sources, the web app, and Node with its packages. */
export const PROGRAM_FOLDERS: readonly string[] = [
  fileURLToPath(new URL('..', import.meta.url)),
  path.dirname(process.execPath),
];
