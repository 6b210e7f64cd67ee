import { findOnPath, isProgram } from '@firstyear/processes/find-on-path';

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

/** The configured Chromium, else the first on this machine; undefined without one. */
export function findChromium(configured: string | undefined, searchPath: string): string | undefined {
  if (configured !== undefined) return isProgram(configured) ? configured : undefined;
  return findOnPath(NAMES, searchPath) ?? PLACES.find(isProgram);
}
