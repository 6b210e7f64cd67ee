import { browserOf } from '../adapters/browser/browser-of.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import type { PrintDependencies } from '../modules/copies/pdf/print-copy.ts';
import type { PrintingDependencies } from './command.ts';
import { openStoredFiles } from './stored-files.ts';

/** Does work with a browser that prints from this command's own page. Throws OperatorError when there is no web app. */
export async function withPrinting<T>(
  deps: PrintingDependencies,
  work: (printing: PrintDependencies) => Promise<T>,
): Promise<T> {
  const { db, forms, clock, config } = deps;
  const objects = await openStoredFiles(config);
  const page = await deps.servePage();
  const internalUrl = page.url;
  const browser = browserOf(config, { internalUrl, concurrency: 1, warn: (message) => console.error(message) });
  const answers = answerReader(config.secret, createLog(config.logLevel));
  try {
    return await work({ db, forms, clock, answers, browser, objects, internalUrl });
  } finally {
    await browser.close();
    await page.stop();
  }
}
