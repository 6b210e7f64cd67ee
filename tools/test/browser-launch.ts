import { findOnPath } from '@firstyear/processes/find-on-path';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';

/** A headless shell shows no PDF. */
export const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Options with which tests start the machine's Chromium, or one that shows PDFs. Without a sandbox, since tests may run as root
 * and open our own pages only.
 */
export function browserLaunch({ showsPdf = false } = {}): { executablePath?: string; args: string[] } {
  const searchPath = process.env.PATH ?? '';
  const full = showsPdf ? findOnPath(FULL_BROWSERS, searchPath) : undefined;
  const program = full ?? findChromium(process.env.CHROMIUM_PATH || undefined, searchPath);
  return {
    ...(program === undefined ? {} : { executablePath: program }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
