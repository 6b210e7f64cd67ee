import type { Config } from '../../config/config.ts';
import { isServingOthers } from '../../config/unsafe-settings.ts';
import type { PrintingBrowser } from './browser.ts';
import { type ChromiumSettings, chromiumBrowser } from './chromium-browser.ts';

const PRINT_LIMIT_MS = 60_000;
const PRINTS_PER_BROWSER = 200;

/** The browser that prints from a page of ours at internalUrl, and reaches nothing else. */
export function browserOf(
  config: Pick<Config, 'databaseUrl' | 'chromiumPath' | 'searchPath' | 'publicUrl' | 'allowUnsandboxed'>,
  { internalUrl, ...settings }: Pick<ChromiumSettings, 'concurrency' | 'warn'> & { readonly internalUrl: string },
): PrintingBrowser {
  return chromiumBrowser({
    ...settings,
    executable: config.chromiumPath,
    searchPath: config.searchPath,
    allowedHost: new URL(internalUrl).host,
    timeoutMs: PRINT_LIMIT_MS,
    printsPerBrowser: PRINTS_PER_BROWSER,
    isSandboxRequired: isServingOthers(config) && !config.allowUnsandboxed,
  });
}
