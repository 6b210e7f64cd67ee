import { HEALTH_PATH } from '@firstyear/api-contract';
import type { Form, PartnerConfig } from '@firstyear/application-form';
import { chromiumBrowser } from '../adapters/browser/chromium-browser.ts';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import type { Config } from '../config/config.ts';
import { internalUrlOf } from '../config/internal-url.ts';
import { isServingOthers } from '../config/unsafe-settings.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/answers/answer-reader.ts';
import type { PrintDependencies } from '../modules/pdf/print-copy.ts';
import type { OperatorDependencies } from './commands.ts';
import { OperatorError } from './operator-error.ts';

export interface PrintingDependencies extends OperatorDependencies {
  readonly config: Config;
  readonly partner: PartnerConfig;
  readonly form: Form;
}

const PRINT_LIMIT_MS = 60_000;
const PRINTS_PER_BROWSER = 200;

async function isResponding(url: string): Promise<boolean> {
  return fetch(`${url}${HEALTH_PATH}`, { signal: AbortSignal.timeout(5_000) }).then(
    (reply) => reply.ok,
    () => false,
  );
}

/** Does work with a browser that prints from the running product. Raises a sentence when nothing is running. */
export async function withPrinting<T>(
  deps: PrintingDependencies,
  work: (printing: PrintDependencies) => Promise<T>,
): Promise<T> {
  const { db, form, partner, clock, config } = deps;
  const internalUrl = internalUrlOf(config);
  if (!(await isResponding(internalUrl))) {
    throw new OperatorError(
      `Packets are printed from the running product, but nothing is responding at ${internalUrl}. Start it and try again.`,
    );
  }
  const browser = chromiumBrowser({
    executable: config.chromiumPath,
    searchPath: config.searchPath,
    allowedHost: new URL(internalUrl).host,
    timeoutMs: PRINT_LIMIT_MS,
    printsPerBrowser: PRINTS_PER_BROWSER,
    isSandboxRequired: isServingOthers(config) && !config.allowUnsandboxed,
    warn: (message) => console.error(message),
  });
  const answers = answerReader(form, config.secret, createLog(config.logLevel));
  try {
    return await work({ db, form, partner, clock, answers, browser, objects: objectStoreOf(config), internalUrl });
  } finally {
    await browser.close();
  }
}
