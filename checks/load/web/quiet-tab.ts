import type { Browser } from 'playwright';
import * as z from 'zod';
import { type MeasuredPage, PHONE_SCREEN, PROCESSOR_SLOWDOWN, TYPED } from './phone.ts';

const messageSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/**
 * Opens a tab of a phone's size that is driven by the DevTools protocol. In Playwright's own tabs, each Error that a script creates
 * at start costs a second parse of the whole script (for the lines of its stack), and waiting injects scripts that take 100 ms on
 * a slow phone.
 */
async function openQuietTab(browser: Browser) {
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
  await send('Page.enable');
  await send('Network.enable');
  await send('Network.setBypassServiceWorker', { bypass: true });
  await send('Emulation.setDeviceMetricsOverride', { ...PHONE_SCREEN, deviceScaleFactor: 1, mobile: true });
  return {
    send,
    close: async () => {
      await devtools.send('Target.disposeBrowserContext', { browserContextId });
      await devtools.detach();
    },
  };
}

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Runs in the page: resolves once the app runs and has been idle for a second, with the focus in the field. */
async function settle(field: string, until: string | undefined): Promise<void> {
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

/**
 * The heap in MB after a line was typed twice into the first field and garbage was collected. Measured in a quiet tab, since
 * Playwright's scripts take 0.9 MB of a heap.
 */
export async function heapAfterTyping(browser: Browser, { url, field, until }: MeasuredPage): Promise<number> {
  const { send, close } = await openQuietTab(browser);
  try {
    await send('Page.navigate', { url });
    const expression = `(${settle})(${JSON.stringify(field)}, ${JSON.stringify(until)})`;
    await send('Runtime.evaluate', { expression, awaitPromise: true });
    for (const key of TYPED + TYPED) {
      await send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    }
    const typed = await send('Runtime.evaluate', { expression: 'document.activeElement.value', returnByValue: true });
    const { result } = z.object({ result: z.object({ value: z.string() }) }).parse(typed);
    if (!result.value.startsWith(TYPED.trim())) throw new Error(`${url} did not take the typed text.`);
    await send('HeapProfiler.enable');
    await send('HeapProfiler.collectGarbage');
    await send('Performance.enable');
    const { metrics } = metricsSchema.parse(await send('Performance.getMetrics'));
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize');
    if (!heap) throw new Error('The browser does not measure its heap.');
    return heap.value / 1_000_000;
  } finally {
    await close();
  }
}

/** Slow 4G: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/**
 * Runs before the page: measures when the field exists and the page can take a key, and when the app runs, which removes the notice
 * of the prerendered page. Requests made until then get two more seconds. The first requests of our running app are stylesheets.
 */
function watchArrival({ field, until }: { field: string; until: string | undefined }): void {
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
const evaluated = z.object({ result: z.object({ value: visitSchema }) });

/** Measures a first visit over a slow network. */
export async function visit(
  browser: Browser,
  { url, field, until }: MeasuredPage,
): Promise<z.infer<typeof visitSchema>> {
  const { send, close } = await openQuietTab(browser);
  try {
    await send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
    await send('Network.emulateNetworkConditions', SLOW_4G);
    const source = `(${watchArrival})(${JSON.stringify({ field, until })})`;
    await send('Page.addScriptToEvaluateOnNewDocument', { source });
    await send('Page.navigate', { url });
    const visited = await send('Runtime.evaluate', { expression: 'visit', awaitPromise: true, returnByValue: true });
    return evaluated.parse(visited).result.value;
  } finally {
    await close();
  }
}
