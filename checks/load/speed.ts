import path from 'node:path';
import { PARAMETERS, paths } from '@firstyear/api-contract/addresses';
import type { Browser } from 'playwright';
import { numberOf, readOptions, runCommand, UsageError } from '../support/options.ts';
import { withFolder } from '../support/processes.ts';
import { type BlockChoice, buildBarePage, type Control, controlsOf } from './web/bare-page.ts';
import { buildWeb, launchForOwnPages, serveBuilt } from './web/built-web.ts';
import { visit } from './web/first-visit.ts';
import { heapAfterTyping } from './web/heap.ts';
import {
  type Block,
  laterPages,
  type MeasuredPage,
  PROCESSOR_SLOWDOWN,
  seeShownAndHidden,
  showAndHide,
  type,
} from './web/phone.ts';
import { BARE, linesOf, Measurements, OWN, SPANISH } from './web/speed-report.ts';

/**
 * `npm run bench:speed [-- --rounds NUMBER] [--only showing]`: how our first page does beside a page that is React and the
 * same inputs and nothing else, each measured in turn on a phone that is four times slower than this machine: how long
 * until the first field takes input and until the app runs (conditions, masks, saving) over slow 4G, with how much script;
 * what a key costs; what showing and hiding a block of questions costs; how long each later page takes from the press.
 * --only showing: the rows of showing and hiding a block alone; --only arrival: those until the app runs, in Spanish too.
 */
/** The steps of the menu that are pressed, from the first page on. */
const LATER_PAGES = ['Your Education', 'Submit', 'Your Information'];
const CHOICE: BlockChoice = { name: 'mailing_addr_same_as_perm_addr', shows: 'mailing_addr_same_as_perm_addr-no' };
const FIRST_FIELD = '#first_name';
const BLOCK: Block = { show: `#${CHOICE.shows}`, hide: `#${CHOICE.name}`, field: '#permanent_address_line_1' };

async function readControls(browser: Browser, own: MeasuredPage): Promise<readonly Control[]> {
  const page = await browser.newPage();
  await page.goto(own.url, { waitUntil: 'networkidle' });
  if (own.until !== undefined) await page.locator(own.until).waitFor({ state: 'detached' });
  const controls = await controlsOf(page, CHOICE);
  await page.close();
  return controls;
}

type Measure = (browser: Browser, name: string, page: MeasuredPage, measured: Measurements) => Promise<void>;

const measureShowing: Measure = async (browser, name, page, measured) => {
  const { shows, hides } = await showAndHide(browser, page, BLOCK);
  measured.add('show', name, ...shows);
  measured.add('hide', name, ...hides);
  const seen = await seeShownAndHidden(browser, page, BLOCK);
  measured.add('seeShown', name, ...seen.shows);
  measured.add('seeHidden', name, ...seen.hides);
};

const measureArrival: Measure = async (browser, name, page, measured) => {
  const seen = await visit(browser, page);
  measured.add('usable', name, seen.usable);
  measured.add('ready', name, seen.ready);
  measured.add('scripts', name, seen.scriptBytes / 1000);
  measured.add('requests', name, seen.requests);
};

const measureAll: Measure = async (browser, name, page, measured) => {
  await measureArrival(browser, name, page, measured);
  const typed = await type(browser, page);
  measured.add('script', name, typed.script);
  measured.add('paint', name, ...typed.paints);
  measured.add('heap', name, await heapAfterTyping(browser, page));
  await measureShowing(browser, name, page, measured);
};

interface SpeedOptions {
  readonly rounds: number;
  readonly only: 'all' | 'showing' | 'arrival';
}

function readSpeedOptions(args: readonly string[]): SpeedOptions {
  const values = readOptions(args, { rounds: { type: 'string', default: '7' }, only: { type: 'string' } });
  const { only = 'all' } = values;
  if (only !== 'all' && only !== 'showing' && only !== 'arrival')
    throw new UsageError('--only takes showing or arrival.');
  return { rounds: numberOf(values.rounds, 'rounds', 1, 1000), only };
}

async function main(folder: string): Promise<void> {
  const { rounds, only } = readSpeedOptions(process.argv.slice(2));
  const [ours, bare] = [path.join(folder, 'ours'), path.join(folder, 'bare')];
  buildWeb(ours);
  const product = await serveBuilt(ours);
  const browser = await launchForOwnPages();
  const own: MeasuredPage = {
    url: `${product.origin}${paths.page('about')}`,
    field: FIRST_FIELD,
    until: '#early-wait',
  };
  const controls = await readControls(browser, own);
  await buildBarePage(controls, CHOICE, bare, path.join(import.meta.dirname, 'web'));
  const twin = await serveBuilt(bare);
  const pages: readonly (readonly [string, MeasuredPage])[] = [
    [OWN, own],
    [BARE, { url: twin.origin, field: FIRST_FIELD }],
  ];
  const measured = new Measurements();
  const measure = { all: measureAll, showing: measureShowing, arrival: measureArrival }[only];
  const spanish = { ...own, url: `${own.url}?${PARAMETERS.language}=es` };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, page] of pages) await measure(browser, name, page, measured);
      if (only !== 'showing') await measureArrival(browser, SPANISH, spanish, measured);
      if (only !== 'all') continue;
      const times = await laterPages(browser, own, LATER_PAGES);
      measured.add('later', OWN, ...times);
      measured.add('slowest', OWN, Math.max(...times));
    }
    console.log(`${controls.length} inputs, ${rounds} rounds, processor ${PROCESSOR_SLOWDOWN} times slower`);
    for (const line of linesOf(measured)) console.log(line);
  } finally {
    await browser.close();
    for (const { close } of [product, twin]) await close();
  }
}

await runCommand(() => withFolder(main));
