import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';

/** Options with which tests start the machine's Chromium. Without a sandbox, since tests may run as root and open our own pages only. */
export function browserLaunch(): { executablePath?: string; args: string[] } {
  const program = findChromium(process.env.CHROMIUM_PATH || undefined, process.env.PATH ?? '');
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
