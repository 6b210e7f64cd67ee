import path from 'node:path';
import { CARDS, links, paths } from '@firstyear/api-contract/addresses';
import type { Request } from 'playwright';
import { runCommand } from '../support/command.ts';
import { buildWeb } from '../support/product.ts';
import { launchBrowser, serveBuilt } from './web/built-web.ts';

const FIRST_SCREEN = paths.page('about');
const SCRIPT_LIMIT_KB = 110;
const ROUTES = [
  FIRST_SCREEN,
  paths.page('education'),
  paths.page('final-steps'),
  ...CARDS.map((card) => (card === 'reset' ? links.reset('', { username: 'ada@mail.example', id: 'X' }) : paths[card])),
];
const kB = (bytes: number) => (bytes / 1000).toFixed(1);

/** Prints the scripts, the heaviest first, and their sum; returns whether it is over the limit. */
function isOverLimit(scripts: ReadonlyMap<string, number>): boolean {
  const sum = [...scripts.values()].reduce((all, bytes) => all + bytes, 0);
  const parts = [...scripts]
    .sort(([, a], [, b]) => b - a)
    .map(([url, bytes]) => `${path.basename(url).replace(/-[\w-]{8}\.js$/, '')} ${kB(bytes)}`);
  console.log(`${kB(sum)} kB of script until the app runs: ${parts.join(', ')}`);
  return sum > SCRIPT_LIMIT_KB * 1000;
}

/**
 * `npm run bench:weight`: the kB that a visitor's browser fetches from our server for each address until the page is idle, and the size
 * of each script of the first screen. Exit code 1 when the scripts that the first screen needs until its app runs are over the
 * limit.
 */
await runCommand(async (run) => {
  const origin = await serveBuilt(run, await buildWeb());
  const browser = await launchBrowser(run);
  let isTooHeavy = false;
  console.log('kB fetched'.padEnd(14), 'scripts'.padStart(8), 'styles'.padStart(8), 'fonts'.padStart(8));
  for (const route of ROUTES) {
    const page = await browser.newPage();
    const atFirst = new Map<string, number>();
    const sums = new Map<string, number>();
    const reads: Promise<void>[] = [];
    /** Requests after the first stylesheet, which the app fetches once it runs. */
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
  console.log(
    `Until its app runs the scripts of ${FIRST_SCREEN} may weigh ${SCRIPT_LIMIT_KB} kB${isTooHeavy ? ': too heavy' : ''}.`,
  );
  return !isTooHeavy;
});
