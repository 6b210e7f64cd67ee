import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { paths } from '@firstyear/api-contract';
import type { Browser, Page } from 'playwright';
import { buildBarePage, type Control } from './web/bare-page.ts';
import { buildWeb, launchForOwnPages, serveBuilt } from './web/built-web.ts';

/**
 * `npm run bench:speed`: /about on a slow phone (4x slower processor, slow 4G) beside a bare React page with the same
 * inputs, in turns: time from the address to the first field taking input, until the app runs (conditions, masks, saving),
 * and from key to paint. Then how long each
 * later page takes from the press, on the same processor.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);
const PROCESSOR_SLOWDOWN = 4;
/** Slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const TEXT = 'Ada Testperson of Sampleton ';

/**
 * Runs before the page: notes when the field with this id stands and the page is free to take a key, and when the app
 * runs, which takes away what a page of the build says until then.
 */
function watchFirstField(id: string): void {
  const look = () => {
    if (!document.getElementById(id)) return requestAnimationFrame(look);
    setTimeout(() => Object.assign(window, { usableAt: performance.now() }));
    return undefined;
  };
  const lookForApp = () => {
    const isWhole = document.readyState !== 'loading' && document.getElementById(id);
    if (!isWhole || document.getElementById('early-wait')) return requestAnimationFrame(lookForApp);
    setTimeout(() => Object.assign(window, { readyAt: performance.now() }));
    return undefined;
  };
  look();
  lookForApp();
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

async function phonePage(browser: Browser, isSlowNetwork: boolean): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  if (isSlowNetwork) {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  return page;
}

async function visit(browser: Browser, url: string, id: string): Promise<{ usable: number; ready: number }> {
  const page = await phonePage(browser, true);
  await page.addInitScript(watchFirstField, id);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'usableAt' in window && 'readyAt' in window, undefined, { polling: 200 });
  const [usable = Number.NaN, ready = Number.NaN] = await page.evaluate(() =>
    ['usableAt', 'readyAt'].map((name) => Number(Reflect.get(window, name))),
  );
  await page.context().close();
  return { usable, ready };
}

async function keyTimes(browser: Browser, url: string, id: string): Promise<readonly number[]> {
  const page = await phonePage(browser, false);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('#early-wait').waitFor({ state: 'detached' });
  await page.evaluate(watchKeys);
  await page.locator(`#${id}`).focus();
  await page.keyboard.type(TEXT, { delay: 60 });
  await page.waitForTimeout(200);
  const times = await page.evaluate(() => [...Reflect.get(window, 'keyTimes')].map(Number));
  await page.context().close();
  if (times.length !== TEXT.length) throw new Error(`${times.length} of ${TEXT.length} keys were seen.`);
  return times;
}

/** From the press on a step of the menu until its page's heading stands. */
async function laterPages(browser: Browser, url: string): Promise<readonly number[]> {
  const page = await phonePage(browser, false);
  await page.goto(url, { waitUntil: 'networkidle' });
  const times: number[] = [];
  for (const name of ['Your Education', 'Submit', 'Your Information']) {
    times.push(
      await page.evaluate(
        (heading) =>
          new Promise<number>((resolve) => {
            const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent?.includes(heading));
            const start = performance.now();
            const look = () => {
              if (document.querySelector('h1')?.textContent !== heading) return requestAnimationFrame(look);
              setTimeout(() => resolve(performance.now() - start));
              return undefined;
            };
            if (link instanceof HTMLElement) link.click();
            look();
          }),
        name,
      ),
    );
    await page.waitForTimeout(300);
  }
  await page.context().close();
  return times;
}

/** Every input of the page, for its bare twin. */
async function controlsOf(browser: Browser, url: string): Promise<readonly Control[]> {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const controls = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
        'main :is(input, select, textarea)',
      ),
    ].map((control) => ({
      tag:
        control instanceof HTMLInputElement
          ? ('input' as const)
          : control instanceof HTMLSelectElement
            ? ('select' as const)
            : ('textarea' as const),
      id: control.id,
      type: control.type,
      label: control.labels?.[0]?.textContent ?? '',
      options: control instanceof HTMLSelectElement ? [...control.options].map((option) => option.label) : [],
    })),
  );
  await page.close();
  return controls;
}

const quantile = (times: readonly number[], share: number) => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const ms = (time: number) => `${time.toFixed(0).padStart(5)} ms`;

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-speed-'));
const browser = await launchForOwnPages();
try {
  const [ours, bare] = [path.join(folder, 'ours'), path.join(folder, 'bare')];
  buildWeb(ours);
  const product = await serveBuilt(ours);
  const address = `${product.origin}${paths.page('about')}`;
  const controls = await controlsOf(browser, address);
  await buildBarePage(controls, bare, path.join(import.meta.dirname, 'web'));
  const twin = await serveBuilt(bare);
  const id = 'first_name';
  const visits = { ours: [] as number[], bare: [] as number[] };
  const ready = { ours: [] as number[], bare: [] as number[] };
  const keys = { ours: [] as number[], bare: [] as number[] };
  const pages: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [who, url] of [
      ['ours', address],
      ['bare', twin.origin],
    ] as const) {
      const times = await visit(browser, url, id);
      visits[who].push(times.usable);
      ready[who].push(times.ready);
    }
    keys.ours.push(...(await keyTimes(browser, address, id)));
    keys.bare.push(...(await keyTimes(browser, twin.origin, id)));
    pages.push(...(await laterPages(browser, address)));
  }
  const row = (name: string, of: { ours: number[]; bare: number[] }, share: number) => {
    const [own, other] = [quantile(of.ours, share), quantile(of.bare, share)];
    console.log(`${name.padEnd(46)} ${ms(own)}   bare ${ms(other)}   ratio ${(own / other).toFixed(2)}`);
  };
  console.log(`${controls.length} inputs, ${rounds} rounds, processor ${PROCESSOR_SLOWDOWN} times slower`);
  row('first field takes input, slow 4G, median', visits, 0.5);
  row('the app runs, slow 4G, median', ready, 0.5);
  row('key to paint, median', keys, 0.5);
  row('key to paint, p95', keys, 0.95);
  console.log(`${'a later page, from the press, median'.padEnd(46)} ${ms(quantile(pages, 0.5))}`);
  console.log(`${'a later page, from the press, longest'.padEnd(46)} ${ms(quantile(pages, 1))}`);
  await product.close();
  await twin.close();
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
