import path from 'node:path';
import { PARAMETERS, paths } from '@firstyear/api-contract/addresses';
import { fastify } from 'fastify';
import { type Browser, chromium } from 'playwright';
import * as z from 'zod';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';
import { registerWebApp } from '../../apps/server/src/plugins/web-app.ts';
import { type Run, readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { buildWeb } from '../support/product.ts';
import { type BlockChoice, buildBarePage, type Control, controlsOf } from './web/bare-page.ts';
import {
  type Block,
  laterPages,
  type MeasuredPage,
  measureTyping,
  PROCESSOR_SLOWDOWN,
  showAndHide,
  visit,
} from './web/phone.ts';
import { BARE, Measurements, PRODUCT, SPANISH } from './web/speed-report.ts';

/** The steps of the menu to press, starting on the first page. */
const LATER_PAGES = ['Your Education', 'Submit', 'Your Information'];
const CHOICE: BlockChoice = { name: 'mailing_addr_same_as_perm_addr', shows: 'mailing_addr_same_as_perm_addr-no' };
const FIRST_FIELD = '#first_name';
const BLOCK: Block = { show: `#${CHOICE.shows}`, hide: `#${CHOICE.name}`, field: '#permanent_address_line_1' };

/** Serves built files as our web server does for visitors, until the run ends; returns the origin. */
async function serveBuilt(run: Run, folder: string): Promise<string> {
  const app = fastify({ forceCloseConnections: true });
  await registerWebApp(app, folder, { hasServiceWorker: true });
  run.onEnd(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Starts Chromium until the run ends. Without a sandbox, so that root can run it: it opens our own pages only. */
async function launchBrowser(run: Run): Promise<Browser> {
  const executablePath = findChromium(process.env.CHROMIUM_PATH || undefined, process.env.PATH ?? '');
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  run.onEnd(() => browser.close());
  return browser;
}

async function readControls(browser: Browser, measured: MeasuredPage): Promise<readonly Control[]> {
  const page = await browser.newPage();
  await page.goto(measured.url, { waitUntil: 'networkidle' });
  if (measured.until !== undefined) await page.locator(measured.until).waitFor({ state: 'detached' });
  const controls = await controlsOf(page, CHOICE);
  await page.close();
  return controls;
}

async function measureArrival(browser: Browser, name: string, page: MeasuredPage, measured: Measurements) {
  const seen = await visit(browser, page);
  measured.add('usable', name, seen.usable);
  measured.add('ready', name, seen.ready);
  measured.add('scripts', name, seen.scriptBytes / 1000);
  measured.add('requests', name, seen.requests);
}

async function measureWork(browser: Browser, name: string, page: MeasuredPage, measured: Measurements) {
  const typed = await measureTyping(browser, page);
  measured.add('script', name, typed.script);
  measured.add('heap', name, typed.heap);
  const { shows, hides } = await showAndHide(browser, page, BLOCK);
  measured.add('shown', name, ...shows);
  measured.add('hidden', name, ...hides);
}

const options = z.object({ rounds: wholeNumber(7, 1, 1_000) });

/**
 * `npm run bench:speed [-- --rounds NUMBER]`: our first page beside a page with only React and the same
 * inputs, in turns, on a phone four times slower than this machine: the time until the first field takes input, and until the app
 * runs (conditions, masks, saving), over slow 4G; the size of the scripts; the cost of a key, and of showing and hiding a block of
 * questions; and the time of each later page. The arrival is measured in Spanish too.
 */
await runCommand(async (run) => {
  const { rounds } = readOptions(options);
  const origin = await serveBuilt(run, await buildWeb());
  const browser = await launchBrowser(run);
  const ourPage: MeasuredPage = {
    url: `${origin}${paths.page('about')}`,
    field: FIRST_FIELD,
    until: '#early-wait',
  };
  const controls = await readControls(browser, ourPage);
  const bare = path.join(run.folder, 'bare');
  await buildBarePage(controls, CHOICE, bare);
  const bareOrigin = await serveBuilt(run, bare);
  const pages: readonly (readonly [string, MeasuredPage])[] = [
    [PRODUCT, ourPage],
    [BARE, { url: bareOrigin, field: FIRST_FIELD }],
  ];
  const measured = new Measurements();
  const spanish = { ...ourPage, url: `${ourPage.url}?${PARAMETERS.language}=es` };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, page] of pages) {
      await measureArrival(browser, name, page, measured);
      await measureWork(browser, name, page, measured);
    }
    await measureArrival(browser, SPANISH, spanish, measured);
    const times = await laterPages(browser, ourPage, LATER_PAGES);
    measured.add('later', PRODUCT, ...times);
    measured.add('slowest', PRODUCT, Math.max(...times));
  }
  console.log(`${controls.length} inputs, ${rounds} rounds, processor ${PROCESSOR_SLOWDOWN} times slower`);
  for (const line of measured.lines()) console.log(line);
});
