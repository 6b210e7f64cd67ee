import type { Browser, CDPSession, Page } from 'playwright';

/** The phone's processor is this many times slower than this machine's. */
export const PROCESSOR_SLOWDOWN = 4;
export const PHONE_SCREEN = { width: 360, height: 740 };

/** A page to measure. */
export interface MeasuredPage {
  readonly url: string;
  /** The selector of the first field, a line of text. */
  readonly field: string;
  /** The selector of a notice that disappears once the app runs; undefined for a page that the app draws itself. */
  readonly until?: string;
}

export const TYPED = 'Ada Testperson of Sampleton ';
/** How often the block is shown and hidden. */
const PRESSES = 12;

interface Phone {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Works with a page on a phone. */
async function onPhone<T>(browser: Browser, work: (phone: Phone) => Promise<T>): Promise<T> {
  const options = { viewport: PHONE_SCREEN, isMobile: true, hasTouch: true, serviceWorkers: 'block' } as const;
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
    return await work({ page, devtools });
  } finally {
    await context.close();
  }
}

/** Opens the page on a fast network and waits until its app runs and is idle. */
async function openWhole(page: Page, { url, field, until }: MeasuredPage): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(field).first().waitFor();
  if (until !== undefined) await page.locator(until).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Makes the browser count processor time of its main thread only. */
async function countThreadTime(devtools: CDPSession): Promise<void> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
}

async function readMetrics(devtools: CDPSession, ...names: readonly string[]): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const chosen = metrics.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error(`The browser does not measure ${names.join(', ')}.`);
  return chosen.reduce((sum, { value }) => sum + value, 0);
}

/** Runs in the page: measures the time from each key until its frame is drawn. */
function watchKeys(): void {
  const times: number[] = [];
  Object.assign(window, { keyTimes: times });
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    true,
  );
}

/** Types a line into the first field. The first round compiles the code and isn't measured. */
export function type(browser: Browser, measured: MeasuredPage) {
  return onPhone(browser, async ({ page, devtools }) => {
    await openWhole(page, measured);
    await countThreadTime(devtools);
    await devtools.send('HeapProfiler.enable');
    await page.locator(measured.field).first().focus();
    await page.keyboard.type(TYPED, { delay: 60 });
    await devtools.send('HeapProfiler.collectGarbage');
    const before = await readMetrics(devtools, 'ScriptDuration');
    await page.keyboard.type(TYPED, { delay: 60 });
    const script = ((await readMetrics(devtools, 'ScriptDuration')) - before) * 1000;
    await page.locator(measured.field).first().fill('');
    await page.evaluate(watchKeys);
    await page.keyboard.type(TYPED, { delay: 60 });
    await page.waitForTimeout(200);
    const paints = await page.evaluate(() => [...Reflect.get(window, 'keyTimes')].map(Number));
    if (paints.length !== TYPED.length) throw new Error(`${paints.length} of ${TYPED.length} keys were seen.`);
    /** Milliseconds of script per key (events, rules, drawing), and from each key until its frame is drawn. */
    return { script: script / TYPED.length, paints };
  });
}

/** Selectors of the controls that show and hide a block of questions, and of a field of the block. */
export interface Block {
  readonly show: string;
  readonly hide: string;
  readonly field: string;
}

/** Shows and hides a block, and measures each press. The first round compiles the code and isn't counted. */
async function pressInTurns({ show, hide }: Block, press: (selector: string, count: number) => Promise<number>) {
  const [shows, hides]: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < PRESSES; round += 1) {
    const times = [await press(show, 1), await press(hide, 0)] as const;
    if (round === 0) continue;
    shows.push(times[0]);
    hides.push(times[1]);
  }
  return { shows, hides };
}

/** Milliseconds of script, style and layout of each press that shows or hides the block. */
export function showAndHide(browser: Browser, measured: MeasuredPage, block: Block) {
  return onPhone(browser, async ({ page, devtools }) => {
    await openWhole(page, measured);
    await countThreadTime(devtools);
    const spent = () => readMetrics(devtools, 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration');
    return pressInTurns(block, async (selector, count) => {
      const before = await spent();
      const seen = await page.evaluate(
        async ([pressed, field, expected]) => {
          const element = document.querySelector(pressed);
          if (element instanceof HTMLElement) element.click();
          let fields: number;
          let frames = 0;
          do {
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            fields = document.querySelectorAll(field).length;
            frames += 1;
          } while (fields !== expected && frames < 200);
          return fields;
        },
        [selector, block.field, count] as const,
      );
      const time = (await spent()) - before;
      if (seen !== count) throw new Error(`${selector} had no effect.`);
      await page.waitForTimeout(100);
      return time * 1000;
    });
  });
}

/** Runs in the page: measures the time from a tap on a label until the frame with this many fields; returns the label's place. */
function watchPress([pressed, field, count]: readonly [string, string, number]): { x: number; y: number } {
  const control = document.querySelector<HTMLInputElement>(pressed);
  const label = control?.labels?.[0] ?? control;
  if (!label) throw new Error(`${pressed} is not on the page.`);
  const seen = new Promise<number>((resolve) => {
    const start = ({ timeStamp }: Event) => {
      const poll = () => {
        if (document.querySelectorAll(field).length !== count) return requestAnimationFrame(poll);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(null);
        return undefined;
      };
      requestAnimationFrame(poll);
    };
    document.addEventListener('pointerdown', start, { capture: true, once: true });
  });
  Object.assign(window, { pressSeen: seen });
  label.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = label.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Milliseconds from each tap until the frame with the block, or without it. */
export function timeShownAndHidden(browser: Browser, measured: MeasuredPage, block: Block) {
  return onPhone(browser, async ({ page }) => {
    await openWhole(page, measured);
    return pressInTurns(block, async (selector, count) => {
      const { x, y } = await page.evaluate(watchPress, [selector, block.field, count] as const);
      await page.waitForTimeout(200);
      await page.touchscreen.tap(x, y);
      await page.waitForFunction(([field, expected]) => document.querySelectorAll(field).length === expected, [
        block.field,
        count,
      ] as const);
      return page.evaluate(async () => Number(await Reflect.get(window, 'pressSeen')));
    });
  });
}

/** Milliseconds from each press on a step of the menu until the heading of its page. */
export function laterPages(browser: Browser, measured: MeasuredPage, headings: readonly string[]) {
  return onPhone(browser, async ({ page }) => {
    await openWhole(page, measured);
    const times: number[] = [];
    for (const name of headings) {
      times.push(
        await page.evaluate(
          (heading) =>
            new Promise<number>((resolve) => {
              const link = [...document.querySelectorAll('nav a')].find((item) => item.textContent?.includes(heading));
              const start = performance.now();
              const poll = () => {
                if (document.querySelector('h1')?.textContent !== heading) return requestAnimationFrame(poll);
                setTimeout(() => resolve(performance.now() - start));
                return undefined;
              };
              if (link instanceof HTMLElement) link.click();
              poll();
            }),
          name,
        ),
      );
      await page.waitForTimeout(300);
    }
    return times;
  });
}
