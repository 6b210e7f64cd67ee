import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BrowserMissing, PrintError, type PrintingBrowser, type PrintRequest, type RunningHead } from './browser.ts';
import { findChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';
import { repairMeanings } from './repair-meanings.ts';

export interface ChromiumSettings {
  /** CHROMIUM_PATH, when given. */
  readonly executable: string | undefined;
  /** PATH. */
  readonly searchPath: string;
  /** The only host:port the browser may reach: our own web server. */
  readonly allowedHost: string;
  /** Milliseconds after which a print is aborted and the browser discarded. */
  readonly timeoutMs: number;
  /** Prints after which a new browser is started, so that leaks can't add up. */
  readonly printsPerBrowser: number;
  /** Concurrent prints; further requests wait. */
  readonly concurrency: number;
  /** Whether the browser must not start without its sandbox. */
  readonly isSandboxRequired?: boolean;
  readonly warn: (message: string) => void;
}

/** Closing does not wait longer for a browser. */
const CLOSING_LIMIT_MS = 5_000;

/** Waits until the page reports that it is ready or failed, and sets the document's title. */
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

/** Room for a head of two lines on US Letter. */
const MARGIN = '0.95in 0.75in 0.6in';
/** 7 inches of text, of which the left of the first line may take 65 percent. */
const WIDTH = 672;
const LEFT_WIDTH = 436;
const GAP = 24;

/**
 * A script that adds the running head in the fonts of the page and resolves once they are loaded, with every printed character
 * once. The browser's header templates don't have the fonts and take longer than the print. Margin boxes don't cut long lines,
 * so the script shortens them. A constructed style sheet needs no exception in the page's policy.
 */
const addRunningHead = (head: RunningHead) => `(async () => {
  const { title, name, state, isStateStrong, sheet } = ${JSON.stringify(head)};
  const family = getComputedStyle(document.body).fontFamily;
  const font = (weight) => weight + ' 8pt ' + family;
  const leftWeight = isStateStrong ? 600 : 400;
  const text = title + name + state + sheet.replace(/{pages?}/g, '') + '0123456789…';
  await Promise.all([leftWeight, 600].map((weight) => document.fonts.load(font(weight), text)));
  const canvas = document.createElement('canvas').getContext('2d');
  const widthOf = (line, weight) => {
    canvas.font = font(weight);
    return canvas.measureText(line).width;
  };
  const fit = (line, weight, width) => {
    if (widthOf(line, weight) <= width) return line;
    const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
    while (letters.length > 0 && widthOf(letters.join('') + '…', weight) > width) letters.pop();
    return letters.join('') + '…';
  };
  const left = fit(title, leftWeight, ${LEFT_WIDTH});
  const right = fit(name, 600, ${WIDTH - GAP} - widthOf(left, leftWeight));
  const quote = (line) => '"' + CSS.escape(line) + '"';
  const parts = sheet.split(/{(pages?)}/);
  const number = parts.map((part, at) => (at % 2 === 0 ? quote(part) : 'counter(' + part + ')')).join(' ');
  const box = (weight) => 'font: ' + font(weight) + '; line-height: 1.35; font-synthesis: none; color: #333;' +
    'white-space: pre; unicode-bidi: plaintext; vertical-align: bottom; margin-bottom: 16pt; padding-bottom: 3pt;' +
    'border-bottom: 0.5pt solid #999;';
  const styles = new CSSStyleSheet();
  styles.replaceSync('@page { size: letter; margin: ${MARGIN};' +
    '@top-left { content: ' + quote(left) + ' "\\\\A" ' + quote(state) + '; text-align: left;' + box(leftWeight) + '}' +
    '@top-right { content: ' + quote(right) + ' "\\\\A" ' + number + '; text-align: right;' +
    box(600) + '} }');
  document.adoptedStyleSheets = [styles];
  return Array.from(new Set(document.body.textContent + text)).join('');
})()`;

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

/** Playwright's messages can contain the page's address, which has a token. */
function hideAddress(error: unknown): Error {
  if (error instanceof PrintError || error instanceof BrowserMissing) return error;
  const first = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  return new PrintError(`The browser could not print: ${first.replace(/https?:\/\/\S+/g, 'the page')}`);
}

interface Running {
  readonly browser: Promise<Browser>;
  /** All prints that it has started. */
  prints: number;
  /** Prints that are still running. */
  openPrints: number;
}

async function closeBrowser({ browser }: Running): Promise<void> {
  const closing = browser.then((running) => running.close()).catch(() => {});
  await Promise.race([closing, setTimeout(CLOSING_LIMIT_MS, undefined, { ref: false })]);
}

/**
 * One warm Chromium with a fresh context for each print, and a new process after a crash, a timeout or many prints. The old
 * process finishes its other prints.
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
    const current = running;
    try {
      const browser = await current.browser;
      if (browser.isConnected()) return current;
    } catch (error) {
      if (running === current) running = undefined;
      throw error;
    }
    if (running === current) running = undefined;
    return ready();
  };

  const printOnce = async (request: PrintRequest): Promise<Uint8Array> => {
    const current = await ready();
    current.prints += 1;
    current.openPrints += 1;
    const printed = new AbortController();
    const tooLong = setTimeout(settings.timeoutMs, undefined, { signal: printed.signal }).then(() => {
      throw new PrintError('Printing took too long and was stopped.');
    });
    let isSpoiled = true;
    try {
      const content = await Promise.race([printIn(await current.browser, request), tooLong]);
      isSpoiled = false;
      return content;
    } finally {
      tooLong.catch(() => {});
      printed.abort();
      current.openPrints -= 1;
      if (isSpoiled || retired.has(current)) await retire(current);
    }
  };

  // More prints at a time would only compete for processors and memory.
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
