import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CARDS, links, paths } from '@firstyear/api-contract/addresses';
import type { Request } from 'playwright';
import { buildWeb, launchForOwnPages, serveBuilt } from './web/built-web.ts';

/**
 * `npm run bench:weight`: how much a visitor's browser fetches for each address until the page stands and rests, in kB
 * as our server sends them, and what each script weighs with which the first screen begins. Builds the browser app into a folder of its own. Ends with 1 when the scripts that the first screen
 * needs until its app runs are over the limit.
 */
const FIRST_SCREEN = paths.page('about');
const SCRIPT_LIMIT_KB = 108;
const ROUTES = [
  FIRST_SCREEN,
  paths.page('education'),
  paths.page('final-steps'),
  ...CARDS.map((card) => (card === 'reset' ? links.reset('', { username: 'ada@mail.example', id: 'X' }) : paths[card])),
];
const dist = await mkdtemp(path.join(tmpdir(), 'firstyear-weight-'));

const kB = (bytes: number) => (bytes / 1000).toFixed(1);

/** Prints the scripts, the heaviest first, and their sum. */
function isOverLimit(scripts: ReadonlyMap<string, number>): boolean {
  const sum = [...scripts.values()].reduce((all, bytes) => all + bytes, 0);
  const parts = [...scripts]
    .sort(([, a], [, b]) => b - a)
    .map(([url, bytes]) => `${path.basename(url).replace(/-[\w-]{8}\.js$/, '')} ${kB(bytes)}`);
  console.log(`${kB(sum)} kB of script until the app runs: ${parts.join(', ')}`);
  return sum > SCRIPT_LIMIT_KB * 1000;
}

buildWeb(dist);
const { origin, close } = await serveBuilt(dist);
const browser = await launchForOwnPages();
let isTooHeavy = false;
try {
  console.log('kB fetched'.padEnd(14), 'scripts'.padStart(8), 'styles'.padStart(8), 'fonts'.padStart(8));
  for (const route of ROUTES) {
    const page = await browser.newPage();
    const atFirst = new Map<string, number>();
    const sums = new Map<string, number>();
    const reads: Promise<void>[] = [];
    /** Asked for after the app has switched the styles on that are files: by then it runs. */
    const later = new Set<Request>();
    let doesAppRun = false;
    page.on('request', (request) => {
      doesAppRun ||= request.resourceType() === 'stylesheet';
      if (doesAppRun) later.add(request);
    });
    page.on('response', (response) => {
      const type = response.request().resourceType();
      const read = response
        .request()
        .sizes()
        .then(({ responseBodySize }) => {
          sums.set(type, (sums.get(type) ?? 0) + responseBodySize);
          if (type === 'script' && !later.has(response.request())) atFirst.set(response.url(), responseBodySize);
        });
      reads.push(read);
    });
    await page.goto(`${origin}${route}`, { waitUntil: 'networkidle' });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.waitForLoadState('networkidle');
    await Promise.all(reads);
    await page.close();
    const scripts = sums.get('script') ?? 0;
    if (scripts === 0) throw new Error(`${route} has fetched no script.`);
    if (route === FIRST_SCREEN) isTooHeavy = isOverLimit(atFirst);
    const columns = ['script', 'stylesheet', 'font'].map((type) => kB(sums.get(type) ?? 0).padStart(8));
    console.log(route.replace(/\?.*/, '').padEnd(14), ...columns);
  }
} finally {
  await browser.close();
  await close();
  await rm(dist, { recursive: true, force: true });
}
console.log(
  `Until its app runs the scripts of ${FIRST_SCREEN} may weigh ${SCRIPT_LIMIT_KB} kB${isTooHeavy ? ': too heavy' : ''}.`,
);
process.exitCode = isTooHeavy ? 1 : 0;
