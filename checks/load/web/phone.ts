import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import * as z from 'zod';

/** The phone's processor is this many times slower than this machine's. */
export const PROCESSOR_SLOWDOWN = 4;
const SCREEN = { width: 360, height: 740, deviceScaleFactor: 1, mobile: true };
/** Slow 4G: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const TYPED = 'Ada Testperson of Sampleton ';
const KEY_MS = 60;
/** How often the block is shown and hidden. */
const PRESSES = 12;

export interface MeasuredPage {
  readonly url: string;
  /** The selector of the first field, a line of text. */
  readonly field: string;
  /** The selector of a notice that disappears once the app runs; undefined for a page that the app draws itself. */
  readonly until?: string;
}

const messageSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

type Phone = Awaited<ReturnType<typeof openPhone>>;

/**
 * Opens a tab of a phone, driven by the DevTools protocol. In Playwright's own tabs, each Error that a script creates at start
 * costs a second parse of the whole script (for the lines of its stack), waiting injects scripts that take 100 ms on a slow phone,
 * and these take 0.9 MB of the heap.
 */
async function openPhone(browser: Browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send('Target.createBrowserContext');
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let commands = 0;
  devtools.on('Target.receivedMessageFromTarget', (received) => {
    if (received.sessionId !== sessionId) return;
    const { id = 0, result, error } = messageSchema.parse(JSON.parse(received.message));
    const command = pending.get(id);
    pending.delete(id);
    if (error) command?.reject(new Error(error.message));
    else command?.resolve(result);
  });
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    commands += 1;
    const command = Promise.withResolvers<unknown>();
    pending.set(commands, command);
    const message = JSON.stringify({ id: commands, method, params });
    await devtools.send('Target.sendMessageToTarget', { sessionId, message });
    return command.promise;
  };
  for (const domain of ['Page', 'Network']) await send(`${domain}.enable`);
  await send('Network.setBypassServiceWorker', { bypass: true });
  await send('Emulation.setDeviceMetricsOverride', SCREEN);
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  return {
    send,
    /** Runs a function in the page; returns its result, which must be JSON. */
    run: async <A>(work: (argument: A) => unknown, argument?: A): Promise<unknown> => {
      const expression = `(${work})(${JSON.stringify(argument) ?? ''})`;
      const evaluated = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      const { result, exceptionDetails } = evaluatedSchema.parse(evaluated);
      if (exceptionDetails) throw new Error(`The page failed: ${exceptionDetails.text}`);
      return result.value;
    },
    measure: async (metric: string): Promise<number> => {
      const { metrics } = metricsSchema.parse(await send('Performance.getMetrics'));
      const found = metrics.find(({ name }) => name === metric);
      if (found === undefined) throw new Error(`The browser does not measure ${metric}.`);
      return found.value;
    },
    type: async (text: string) => {
      for (const key of text) {
        await send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key });
        await sleep(KEY_MS);
        await send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      }
    },
    close: async () => {
      await devtools.send('Target.disposeBrowserContext', { browserContextId });
      await devtools.detach();
    },
  };
}

async function onPhone<T>(browser: Browser, work: (phone: Phone) => Promise<T>): Promise<T> {
  const phone = await openPhone(browser);
  try {
    return await work(phone);
  } finally {
    await phone.close();
  }
}

/** Runs in the page: resolves once the app runs and has been idle for a second, with the focus in the field. */
async function settle({ field, until }: Omit<MeasuredPage, 'url'>): Promise<void> {
  const isSettled = () =>
    document.readyState === 'complete' &&
    document.querySelector(field) !== null &&
    (until === undefined || document.querySelector(until) === null);
  while (!isSettled()) await new Promise((resolve) => setTimeout(resolve, 50));
  for (let files = -1; files !== performance.getEntriesByType('resource').length; ) {
    files = performance.getEntriesByType('resource').length;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  await new Promise((resolve) => requestIdleCallback(resolve));
  const control = document.querySelector(field);
  if (control instanceof HTMLElement) control.focus();
}

/** Works with the page on a phone with a fast network, once its app runs and is idle. */
const onSettledPage = <T>(browser: Browser, page: MeasuredPage, work: (phone: Phone) => Promise<T>): Promise<T> =>
  onPhone(browser, async (phone) => {
    await phone.send('Page.navigate', { url: page.url });
    await phone.run(settle, page);
    await phone.send('HeapProfiler.enable');
    // Processor time of the main thread only.
    await phone.send('Performance.enable', { timeDomain: 'threadTicks' });
    return work(phone);
  });

/** Types a line into the first field twice. The first round compiles the code and isn't measured. */
export const measureTyping = (browser: Browser, page: MeasuredPage) =>
  onSettledPage(browser, page, async ({ send, measure, type }) => {
    await type(TYPED);
    await send('HeapProfiler.collectGarbage');
    const before = await measure('ScriptDuration');
    await type(TYPED);
    const script = ((await measure('ScriptDuration')) - before) * 1000;
    await send('HeapProfiler.collectGarbage');
    const heap = (await measure('JSHeapUsedSize')) / 1_000_000;
    /** Milliseconds of script per key (events, rules, drawing), and MB of heap. */
    return { script: script / TYPED.length, heap };
  });

/** Selectors of the controls that show and hide a block of questions, and of a field of the block. */
export interface Block {
  readonly show: string;
  readonly hide: string;
  readonly field: string;
}

/** Runs in the page: measures the time from a tap on a label until the frame with this many fields; returns the label's place. */
function watchPress({ pressed, field, count }: { pressed: string; field: string; count: number }): object {
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

/** Shows and hides a block by taps: milliseconds until each frame with or without it. The first round compiles the code and isn't counted. */
export const showAndHide = (browser: Browser, page: MeasuredPage, { show, hide, field }: Block) =>
  onSettledPage(browser, page, async ({ send, run }) => {
    const press = async (pressed: string, count: number) => {
      const point = await run(watchPress, { pressed, field, count });
      await sleep(200);
      await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      return z.number().parse(await run(() => Reflect.get(window, 'pressSeen')));
    };
    const [shows, hides]: [number[], number[]] = [[], []];
    for (let round = 0; round < PRESSES; round += 1) {
      shows.push(await press(show, 1));
      hides.push(await press(hide, 0));
    }
    return { shows: shows.slice(1), hides: hides.slice(1) };
  });

/** Runs in the page: the milliseconds from a press on a step of the menu until the heading of its page. */
const openLater = (heading: string) =>
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
  });

/** Milliseconds until each of these pages. */
export const laterPages = (browser: Browser, page: MeasuredPage, headings: readonly string[]) =>
  onSettledPage(browser, page, async ({ run }) => {
    const times: number[] = [];
    for (const heading of headings) {
      times.push(z.number().parse(await run(openLater, heading)));
      await sleep(300);
    }
    return times;
  });

/**
 * Runs before the page: measures when the field exists and the page can take a key, and when the app runs, which removes the notice
 * of the prerendered page. Requests made until then get two more seconds. The first requests of our running app are stylesheets.
 */
function watchArrival({ field, until }: Omit<MeasuredPage, 'url'>): void {
  const usable = Promise.withResolvers<number>();
  const ready = Promise.withResolvers<number>();
  const note = ({ resolve }: PromiseWithResolvers<number>) => setTimeout(() => resolve(performance.now()));
  const poll = () => (document.querySelector(field) ? note(usable) : requestAnimationFrame(poll));
  const pollWhole = () => {
    const isWhole = document.readyState !== 'loading' && document.querySelector(field);
    return isWhole ? note(ready) : requestAnimationFrame(pollWhole);
  };
  poll();
  if (until === undefined) pollWhole();
  else {
    // Polling in each frame would draw frames that a visitor's page doesn't.
    addEventListener('DOMContentLoaded', () => {
      const notice = document.querySelector(until);
      if (!notice?.parentElement) return;
      const observer = new MutationObserver(() => {
        if (notice.isConnected) return;
        observer.disconnect();
        note(ready);
      });
      observer.observe(notice.parentElement, { childList: true });
    });
  }
  const summarize = async () => {
    const [usableAt, readyAt] = await Promise.all([usable.promise, ready.promise]);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const all = performance.getEntriesByType('resource');
    const styles = until === undefined ? undefined : all.find(({ name }) => new URL(name).pathname.endsWith('.css'));
    const files = all.filter(({ startTime }) => startTime < (styles?.startTime ?? readyAt));
    const scripts = files.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const bytes = scripts.map((script) => Number(Reflect.get(script, 'encodedBodySize')));
    return {
      usable: usableAt,
      ready: readyAt,
      scriptBytes: bytes.reduce((sum, byte) => sum + byte, 0),
      requests: 1 + files.length,
    };
  };
  Object.assign(window, { visit: summarize() });
}

const visitSchema = z.object({
  /** Milliseconds until the first field takes input, and until the app runs. */
  usable: z.number(),
  ready: z.number(),
  /** Bytes of the scripts, as sent, that were requested until the app ran. */
  scriptBytes: z.number(),
  /** Including the page itself. */
  requests: z.number(),
});

/** Measures a first visit over a slow network. */
export const visit = (browser: Browser, { url, field, until }: MeasuredPage) =>
  onPhone(browser, async ({ send, run }) => {
    await send('Network.emulateNetworkConditions', SLOW_4G);
    const source = `(${watchArrival})(${JSON.stringify({ field, until })})`;
    await send('Page.addScriptToEvaluateOnNewDocument', { source });
    await send('Page.navigate', { url });
    return visitSchema.parse(await run(() => Reflect.get(window, 'visit')));
  });
