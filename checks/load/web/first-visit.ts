import type { Browser } from 'playwright';
import * as z from 'zod';
import { type MeasuredPage, PROCESSOR_SLOWDOWN } from './phone.ts';
import { openQuietTab } from './quiet-tab.ts';

/** Slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/**
 * Runs before the page: notes when the field stands and the page is free to take a key, and when the app runs, which
 * takes away what a page of the build says until then. Responses to requests made by then may arrive for another two seconds. As
 * soon as our app runs it asks for its styles, then for what comes later.
 */
function watchArrival({ field, until }: { field: string; until: string | undefined }): void {
  const usable = Promise.withResolvers<number>();
  const ready = Promise.withResolvers<number>();
  const note = ({ resolve }: PromiseWithResolvers<number>) => setTimeout(() => resolve(performance.now()));
  const poll = () => (document.querySelector(field) ? note(usable) : requestAnimationFrame(poll));
  const lookForWhole = () => {
    const isWhole = document.readyState !== 'loading' && document.querySelector(field);
    return isWhole ? note(ready) : requestAnimationFrame(lookForWhole);
  };
  poll();
  if (until === undefined) lookForWhole();
  else {
    // Asking in each frame would ask for frames that a visitor's page does not draw.
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
  /** Bytes of script, as sent, that were requested until the app ran. */
  scriptBytes: z.number(),
  /** The page's own among them. */
  requests: z.number(),
});
const evaluated = z.object({ result: z.object({ value: visitSchema }) });

export type Visit = z.infer<typeof visitSchema>;

/** A first visit over a slow network. */
export async function visit(browser: Browser, { url, field, until }: MeasuredPage): Promise<Visit> {
  const { send, close } = await openQuietTab(browser);
  try {
    await send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
    await send('Network.emulateNetworkConditions', SLOW_4G);
    const source = `(${watchArrival})(${JSON.stringify({ field, until })})`;
    await send('Page.addScriptToEvaluateOnNewDocument', { source });
    await send('Page.navigate', { url });
    const seen = await send('Runtime.evaluate', { expression: 'visit', awaitPromise: true, returnByValue: true });
    return evaluated.parse(seen).result.value;
  } finally {
    await close();
  }
}
