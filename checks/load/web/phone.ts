import type { Browser, CDPSession, Page } from 'playwright';

/** The slow phone: how many times slower than this machine its processor is. */
export const PROCESSOR_SLOWDOWN = 4;
export const PHONE_SCREEN = { width: 360, height: 740 };

/** A page to measure: how its app is known to run, and what is typed into and pressed on it. */
export interface MeasuredPage {
  readonly url: string;
  /** A selector of the first field, which is a line of text. */
  readonly field: string;
  /** A selector of what stands only until the app runs; undefined where the page is drawn by the app itself. */
  readonly until?: string;
}

/** What is typed. */
export const TYPED = 'Ada Testperson of Sampleton ';
/** How often the block is shown and hidden again. The first time compiles, and is not counted. */
const PRESSES = 12;

interface Phone {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Opens a phone's page, has something done with it, and closes it. */
async function onPhone<T>(browser: Browser, act: (phone: Phone) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: PHONE_SCREEN,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
    return await act({ page, devtools });
  } finally {
    await context.close();
  }
}

/** Opens the page on a fast network and waits until its app runs and has nothing more to do. */
async function openWhole(page: Page, { url, field, until }: MeasuredPage): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(field).first().waitFor();
  if (until !== undefined) await page.locator(until).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Lets the browser count what its main thread computes, and not what it waits for while others have the processor. */
async function countThreadTime(devtools: CDPSession): Promise<void> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
}

async function metric(devtools: CDPSession, ...names: readonly string[]): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const found = metrics.filter(({ name }) => names.includes(name));
  if (found.length !== names.length) throw new Error(`The browser does not measure ${names.join(', ')}.`);
  return found.reduce((sum, { value }) => sum + value, 0);
}

/** Runs in the page: notes for each key how long it takes until its frame is drawn. */
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

export interface Typing {
  /** Milliseconds of script for each key: events, rules, drawing. */
  readonly script: number;
  /** Milliseconds from each key until its frame is drawn. */
  readonly paints: readonly number[];
}

/** Types a line into the first field, twice: the first time nobody measures, as code is compiled when it first runs. */
export function type(browser: Browser, measured: MeasuredPage): Promise<Typing> {
  return onPhone(browser, async ({ page, devtools }) => {
    await openWhole(page, measured);
    await countThreadTime(devtools);
    await devtools.send('HeapProfiler.enable');
    await page.locator(measured.field).first().focus();
    await page.keyboard.type(TYPED, { delay: 60 });
    await devtools.send('HeapProfiler.collectGarbage');
    const before = await metric(devtools, 'ScriptDuration');
    await page.keyboard.type(TYPED, { delay: 60 });
    const script = ((await metric(devtools, 'ScriptDuration')) - before) * 1000;
    await page.locator(measured.field).first().fill('');
    await page.evaluate(watchKeys);
    await page.keyboard.type(TYPED, { delay: 60 });
    await page.waitForTimeout(200);
    const paints = await page.evaluate(() => [...Reflect.get(window, 'keyTimes')].map(Number));
    if (paints.length !== TYPED.length) throw new Error(`${paints.length} of ${TYPED.length} keys were seen.`);
    return { script: script / TYPED.length, paints };
  });
}

/** What shows a block of questions when it is pressed, what hides it again, and a field of that block, as selectors. */
export interface Block {
  readonly show: string;
  readonly hide: string;
  readonly field: string;
}

interface Presses {
  readonly shows: readonly number[];
  readonly hides: readonly number[];
}

/** Shows a block and hides it again, and measures each press. The first one of each compiles, and is not counted. */
async function pressInTurns(
  { show, hide }: Block,
  press: (selector: string, wanted: number) => Promise<number>,
): Promise<Presses> {
  const [shows, hides]: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < PRESSES; round += 1) {
    const times = [await press(show, 1), await press(hide, 0)] as const;
    if (round === 0) continue;
    shows.push(times[0]);
    hides.push(times[1]);
  }
  return { shows, hides };
}

/** Milliseconds of script, style and layout of a press that shows a block, and of one that hides it. */
export function showAndHide(browser: Browser, measured: MeasuredPage, block: Block): Promise<Presses> {
  return onPhone(browser, async ({ page, devtools }) => {
    await openWhole(page, measured);
    await countThreadTime(devtools);
    const spent = () => metric(devtools, 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration');
    return pressInTurns(block, async (selector, wanted) => {
      const before = await spent();
      const found = await page.evaluate(
        async ([pressed, field, count]) => {
          const element = document.querySelector(pressed);
          if (element instanceof HTMLElement) element.click();
          let seen: number;
          let frames = 0;
          do {
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            seen = document.querySelectorAll(field).length;
            frames += 1;
          } while (seen !== count && frames < 200);
          return seen;
        },
        [selector, block.field, wanted] as const,
      );
      const time = (await spent()) - before;
      if (found !== wanted) throw new Error(`${selector} did not do its work.`);
      await page.waitForTimeout(100);
      return time * 1000;
    });
  });
}

/** Runs in the page: notes how long it takes from the finger on a label until the frame that has the field, or no more. */
function watchPress([pressed, field, wanted]: readonly [string, string, number]): { x: number; y: number } {
  const control = document.querySelector<HTMLInputElement>(pressed);
  const label = control?.labels?.[0] ?? control;
  if (!label) throw new Error(`${pressed} is not on the page.`);
  const seen = new Promise<number>((resolve) => {
    const start = ({ timeStamp }: Event) => {
      const poll = () => {
        if (document.querySelectorAll(field).length !== wanted) return requestAnimationFrame(poll);
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

/** Milliseconds from the finger on the label until the frame with the block, and until the one without. */
export function seeShownAndHidden(browser: Browser, measured: MeasuredPage, block: Block): Promise<Presses> {
  return onPhone(browser, async ({ page }) => {
    await openWhole(page, measured);
    return pressInTurns(block, async (selector, wanted) => {
      const { x, y } = await page.evaluate(watchPress, [selector, block.field, wanted] as const);
      await page.waitForTimeout(200);
      await page.touchscreen.tap(x, y);
      await page.waitForFunction(([field, count]) => document.querySelectorAll(field).length === count, [
        block.field,
        wanted,
      ] as const);
      return page.evaluate(async () => Number(await Reflect.get(window, 'pressSeen')));
    });
  });
}

/** From the press on each step of the menu until its page's heading stands, in milliseconds. */
export function laterPages(
  browser: Browser,
  measured: MeasuredPage,
  headings: readonly string[],
): Promise<readonly number[]> {
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
