import type { Browser } from 'playwright';
import * as z from 'zod';
import { type MeasuredPage, TYPED } from './phone.ts';
import { openQuietTab } from './quiet-tab.ts';

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Runs in the page: resolves once the app runs and has had nothing to do or to fetch for a second, with the focus in the field. */
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
 * What typing a line twice into the first field leaves on the heap, in MB, after the garbage was collected. In a tab that
 * nothing looks into: the scripts by which a tab of Playwright's is steered are 0.9 MB of its heap.
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
    if (!result.value.startsWith(TYPED.trim())) throw new Error(`${url} did not take what was typed.`);
    await send('HeapProfiler.enable');
    await send('HeapProfiler.collectGarbage');
    await send('Performance.enable');
    const { metrics } = metricsSchema.parse(await send('Performance.getMetrics'));
    const used = metrics.find(({ name }) => name === 'JSHeapUsedSize');
    if (!used) throw new Error('The browser does not measure its heap.');
    return used.value / 1_000_000;
  } finally {
    await close();
  }
}
