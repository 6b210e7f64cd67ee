import { chromiumBrowser } from '../adapters/browser/chromium-browser.ts';
import { isServingOthers } from '../config/unsafe-settings.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import type { PrintDependencies } from '../modules/documents/pdf/print-copy.ts';
import type { PrintingDependencies } from './command.ts';
import { openStoredFiles } from './stored-files.ts';

const PRINT_LIMIT_MS = 60_000;
const PRINTS_PER_BROWSER = 200;

/** Does work with a browser that prints from this command's own page. Throws OperatorError when there is no web app. */
export async function withPrinting<T>(
  deps: PrintingDependencies,
  work: (printing: PrintDependencies) => Promise<T>,
): Promise<T> {
  const { db, forms, clock, config } = deps;
  const objects = await openStoredFiles(config);
  const page = await deps.servePage();
  const internalUrl = page.url;
  const browser = chromiumBrowser({
    executable: config.chromiumPath,
    searchPath: config.searchPath,
    allowedHost: new URL(internalUrl).host,
    timeoutMs: PRINT_LIMIT_MS,
    printsPerBrowser: PRINTS_PER_BROWSER,
    concurrency: 1,
    isSandboxRequired: isServingOthers(config) && !config.allowUnsandboxed,
    warn: (message) => console.error(message),
  });
  const answers = answerReader(config.secret, createLog(config.logLevel));
  try {
    return await work({ db, forms, clock, answers, browser, objects, internalUrl });
  } finally {
    await browser.close();
    await page.stop();
  }
}
