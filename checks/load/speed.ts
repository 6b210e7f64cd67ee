import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { paths } from '@firstyear/api-contract/addresses';
import type { Browser } from 'playwright';
import { type BlockChoice, buildBarePage, type Control, controlsOf } from './web/bare-page.ts';
import { buildWeb, launchForOwnPages, serveBuilt } from './web/built-web.ts';
import { visit } from './web/first-visit.ts';
import { heapAfterTyping } from './web/heap.ts';
import { blockOf, buildPeerPage, installPeers, PEERS } from './web/peers/pages.ts';
import {
  type Block,
  BRIEF,
  laterPages,
  type MeasuredPage,
  PROCESSOR_SLOWDOWN,
  seeShownAndHidden,
  showAndHide,
  THOROUGH,
  type,
} from './web/phone.ts';
import { BARE, linesOf, Measurements, pictureOf, resultOf } from './web/speed-report.ts';

/**
 * `npm run bench:speed [-- --rounds NUMBER] [--peers] [--only showing] [--write]`: how our first page does beside a page that is React
 * and the same inputs and nothing else, each measured in turn on a phone that is four times slower than this machine:
 * how long until the first field takes input and until the app runs (conditions, masks, saving) over slow 4G, with how
 * much script; what a key costs; what showing and hiding a block of questions costs; how long each later page takes
 * from the press. --peers: beside pages of the same questions made with other form libraries as well, which are
 * installed on the first use; then fewer keys and presses and one round, which takes at most six minutes. --only showing: the rows of
 * showing and hiding a block alone. --write: keeps the result as docs/performance.json and docs/performance.svg.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    write: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (values.only !== undefined && (values.only !== 'showing' || values.write)) {
  throw new Error('--only takes showing, and what it measures is too little to be kept by --write.');
}
const isWhole = values.only === undefined;
const rounds = Number(values.rounds ?? (values.peers ? 1 : 7));
const work = values.peers ? BRIEF : THOROUGH;
const OWN = 'Firstyear';
/** The steps of the menu that are pressed, from the first page on. */
const LATER_PAGES = ['Your Education', 'Submit', 'Your Information'];
const CHOICE: BlockChoice = { name: 'mailing_addr_same_as_perm_addr', shows: 'mailing_addr_same_as_perm_addr-no' };
const FIRST_FIELD = 'first_name';
const FIELD_OF_BLOCK = 'permanent_address_line_1';
const BLOCK: Block = { show: `#${CHOICE.shows}`, hide: `#${CHOICE.name}`, field: `#${FIELD_OF_BLOCK}` };
const docs = path.resolve(import.meta.dirname, '../../docs');

async function readControls(browser: Browser, own: MeasuredPage): Promise<readonly Control[]> {
  const page = await browser.newPage();
  await page.goto(own.url, { waitUntil: 'networkidle' });
  if (own.until !== undefined) await page.locator(own.until).waitFor({ state: 'detached' });
  const controls = await controlsOf(page, CHOICE);
  await page.close();
  return controls;
}

interface Compared {
  readonly page: MeasuredPage;
  readonly block: Block;
}

type Measure = (browser: Browser, name: string, compared: Compared, measured: Measurements) => Promise<void>;

const measureShowing: Measure = async (browser, name, { page, block }, measured) => {
  const { shows, hides } = await showAndHide(browser, page, block, work);
  measured.add('show', name, ...shows);
  measured.add('hide', name, ...hides);
  const seen = await seeShownAndHidden(browser, page, block, work);
  measured.add('seeShown', name, ...seen.shows);
  measured.add('seeHidden', name, ...seen.hides);
};

const measureAll: Measure = async (browser, name, compared, measured) => {
  const { page } = compared;
  const seen = await visit(browser, page);
  measured.add('usable', name, seen.usable);
  measured.add('ready', name, seen.ready);
  measured.add('scripts', name, seen.scriptBytes / 1000);
  measured.add('requests', name, seen.requests);
  const typed = await type(browser, page, work);
  measured.add('script', name, typed.script);
  measured.add('paint', name, ...typed.paints);
  measured.add('heap', name, await heapAfterTyping(browser, page, work));
  await measureShowing(browser, name, compared, measured);
};

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-speed-'));
const browser = await launchForOwnPages();
try {
  const [ours, bare] = [path.join(folder, 'ours'), path.join(folder, 'bare')];
  buildWeb(ours);
  const product = await serveBuilt(ours);
  const own: MeasuredPage = {
    url: `${product.origin}${paths.page('about')}`,
    field: `#${FIRST_FIELD}`,
    until: '#early-wait',
  };
  const controls = await readControls(browser, own);
  await buildBarePage(controls, CHOICE, bare, path.join(import.meta.dirname, 'web'));
  const twin = await serveBuilt(bare);
  const pages = new Map<string, Compared>([
    [OWN, { page: own, block: BLOCK }],
    [BARE, { page: { url: twin.origin, field: `#${FIRST_FIELD}` }, block: BLOCK }],
  ]);
  const served = [product, twin];
  if (values.peers) {
    await installPeers();
    for (const peer of PEERS) {
      const built = path.join(folder, peer.name);
      await buildPeerPage(peer, controls, CHOICE, built);
      const site = await serveBuilt(built);
      served.push(site);
      pages.set(peer.name, {
        page: { url: site.origin, field: peer.field(FIRST_FIELD) },
        block: blockOf(peer, CHOICE, FIELD_OF_BLOCK),
      });
    }
  }
  const measured = new Measurements();
  const measure = isWhole ? measureAll : measureShowing;
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, page] of pages) await measure(browser, name, page, measured);
    if (isWhole) {
      const times = await laterPages(browser, own, LATER_PAGES);
      measured.add('later', OWN, ...times);
      measured.add('slowest', OWN, Math.max(...times));
    }
  }
  const names = [...pages.keys()];
  console.log(`${controls.length} inputs, ${rounds} rounds, processor ${PROCESSOR_SLOWDOWN} times slower`);
  for (const line of linesOf(measured, names, OWN)) console.log(line);
  if (values.write) {
    const result = resultOf(measured, names, { inputs: controls.length, rounds, slowdown: PROCESSOR_SLOWDOWN });
    await writeFile(path.join(docs, 'performance.json'), `${JSON.stringify(result, null, 2)}\n`);
    await writeFile(path.join(docs, 'performance.svg'), pictureOf(measured, names));
  }
  for (const { close } of served) await close();
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
