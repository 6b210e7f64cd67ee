import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Lightest first: the headless shell prints with a quarter of the work of a full browser. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The first of these programs that stands in a folder of the PATH. */
export function findOnPath(names: readonly string[], searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** A Chromium of this machine: the configured one, else the first found; nothing when there is none. */
export function findChromium(configured: string | undefined, searchPath: string): string | undefined {
  if (configured !== undefined) return isProgram(configured) ? configured : undefined;
  return findOnPath(NAMES, searchPath) ?? PLACES.find(isProgram);
}
