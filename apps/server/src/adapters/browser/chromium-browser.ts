import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BrowserMissing, PrintError, type PrintingBrowser, type PrintRequest } from './browser.ts';
import { findChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';
import { repairMeanings } from './repair-meanings.ts';
import { addRunningHead } from './running-head.ts';

export interface ChromiumSettings {
  /** CHROMIUM_PATH, when given. */
  readonly executable: string | undefined;
  /** PATH. */
  readonly searchPath: string;
  /** The only host:port the browser may reach: our own web server. */
  readonly allowedHost: string;
  /** Milliseconds after which a print is given up and the browser is thrown away. */
  readonly timeoutMs: number;
  /** Prints after which a fresh browser is started, so that nothing adds up. */
  readonly printsPerBrowser: number;
  /** Pages that are printed at the same time; the others wait. */
  readonly concurrency: number;
  /** Whether the browser is not started where the machine does not allow its sandbox. */
  readonly isSandboxRequired?: boolean;
  readonly warn: (message: string) => void;
}

/** A browser that does not close by then is left to its end. */
const CLOSING_LIMIT_MS = 5_000;

/** Gives the page the document's title once it says that it is ready, or that it could not be shown. */
const whenReady = (title: string) => `new Promise((done) => {
  const check = () => {
    const ready = document.documentElement?.dataset.ready;
    if (!ready) return;
    // The title is a change of the page too.
    observer.disconnect();
    document.title = ${JSON.stringify(title)};
    document.fonts.ready.then(() => done(ready));
  };
  const observer = new MutationObserver(check);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-ready'] });
  check();
})`;

async function openReadyPage(context: BrowserContext, request: PrintRequest): Promise<Page> {
  const page = await context.newPage();
  const response = await page.goto(request.url, { waitUntil: 'commit' });
  if (!response?.ok()) throw new PrintError(`The page to print returned ${response?.status() ?? 'nothing'}.`);
  if ((await page.evaluate(whenReady(request.title))) !== 'true') {
    throw new PrintError('The page to print reports that it could not be shown.');
  }
  return page;
}

async function printIn(browser: Browser, request: PrintRequest): Promise<Uint8Array> {
  const context = await browser.newContext({ acceptDownloads: false, locale: 'en-US', serviceWorkers: 'block' });
  try {
    const page = await openReadyPage(context, request);
    const text: unknown = await page.evaluate(addRunningHead(request.head));
    const content = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
    });
    return repairMeanings(content, String(text));
  } finally {
    await context.close().catch(() => {});
  }
}

/** Playwright's words can hold the address of the page, and with it a token: only the kind of trouble is told. */
function hideAddress(error: unknown): Error {
  if (error instanceof PrintError || error instanceof BrowserMissing) return error;
  const first = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  return new PrintError(`The browser could not print: ${first.replace(/https?:\/\/\S+/g, 'the page')}`);
}

interface Running {
  readonly browser: Promise<Browser>;
  /** All that it has begun. */
  prints: number;
  /** Those that are not over. */
  openPrints: number;
}

async function closeBrowser({ browser }: Running): Promise<void> {
  const closing = browser.then((running) => running.close()).catch(() => {});
  await Promise.race([closing, setTimeout(CLOSING_LIMIT_MS, undefined, { ref: false })]);
}

/**
 * One warm Chromium, a fresh context for each print, a new process after a crash, a time-out or some prints. What else an
 * old process still prints comes to its end there.
 */
export function chromiumBrowser(settings: ChromiumSettings): PrintingBrowser {
  const { concurrency } = settings;
  let running: Running | undefined;
  const retired = new Set<Running>();

  /** The next print gets a new process; the old one ends with its last print. */
  const retire = async (old: Running) => {
    if (running === old) running = undefined;
    retired.add(old);
    if (old.openPrints > 0) return;
    await closeBrowser(old);
    retired.delete(old);
  };
  const close = async () => {
    const all = [...retired, ...(running ? [running] : [])];
    running = undefined;
    retired.clear();
    await Promise.all(all.map(closeBrowser));
  };
  const launch = (): Promise<Browser> => {
    const executable = findChromium(settings.executable, settings.searchPath);
    if (executable === undefined) return Promise.reject(new BrowserMissing());
    const { allowedHost, searchPath, isSandboxRequired = false, warn } = settings;
    return launchChromium({ executable, allowedHost, searchPath, isSandboxRequired, warn });
  };
  const ready = async (): Promise<Running> => {
    if (running && running.prints >= settings.printsPerBrowser) await retire(running);
    running ??= { browser: launch(), prints: 0, openPrints: 0 };
    const mine = running;
    try {
      const browser = await mine.browser;
      if (browser.isConnected()) return mine;
    } catch (error) {
      if (running === mine) running = undefined;
      throw error;
    }
    if (running === mine) running = undefined;
    return ready();
  };

  const printOnce = async (request: PrintRequest): Promise<Uint8Array> => {
    const mine = await ready();
    mine.prints += 1;
    mine.openPrints += 1;
    const printed = new AbortController();
    const tooLong = setTimeout(settings.timeoutMs, undefined, { signal: printed.signal }).then(() => {
      throw new PrintError('Printing took too long and was stopped.');
    });
    let isSpoiled = true;
    try {
      const content = await Promise.race([printIn(await mine.browser, request), tooLong]);
      isSpoiled = false;
      return content;
    } finally {
      tooLong.catch(() => {});
      printed.abort();
      mine.openPrints -= 1;
      if (isSpoiled || retired.has(mine)) await retire(mine);
    }
  };

  // Few at a time: more would only fight for the same processors, and for memory.
  let free = concurrency;
  const waiting: (() => void)[] = [];
  const takeTurn = async () => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
  };
  const endTurn = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    concurrency,
    async print(request) {
      await takeTurn();
      try {
        return await printOnce(request);
      } catch (error) {
        throw hideAddress(error);
      } finally {
        endTurn();
      }
    },
    warm: async () => {
      await ready().catch((error: unknown) => Promise.reject(hideAddress(error)));
    },
    close,
  };
}
