import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ENGLISH } from '@firstyear/words';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';
import { launchChromium } from '../../apps/server/src/adapters/browser/launch-chromium.ts';
import { openJobQueue } from '../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/log/create-log.ts';
import { findApplicationById } from '../../apps/server/src/modules/application/row/service.ts';
import { printPdfHandler } from '../../apps/server/src/modules/documents/pdf/print-pdf.handler.ts';
import { pdfCopy } from '../../apps/server/src/modules/documents/pdf/service.ts';
import type { OwnApplication } from '../../apps/server/src/plugins/applicant.ts';
import { median } from '../support/numbers.ts';
import { startHouse } from './pdf/house.ts';
import { samples } from './pdf/samples.ts';

/**
 * `npm run bench:pdf`: how long a PDF copy takes from the asking to the file in the store, beside the browser's own print
 * of the same page by hand (one context, goto, pdf), in turns on this machine; cold with a new browser, warm with a
 * running one; then how many copies a minute come out of the queue.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    copies: { type: 'string', default: '40' },
    'web-root': { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const copies = Number(values.copies);

const house = await startHouse(values['web-root']);
const { printing } = house;
const { db } = printing;
const { full } = samples(house.form);
if (!full) throw new Error('There is no full sample.');
const log = createLog('silent');
const took = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const searchPath = process.env.PATH ?? '';
const executable = findChromium(process.env.CHROMIUM_PATH, searchPath);
if (executable === undefined) throw new Error('This benchmark needs a Chromium.');
const launch = () =>
  launchChromium({
    executable,
    searchPath,
    allowedHost: new URL(house.origin).host,
    isSandboxRequired: false,
    warn: () => {},
  });

/** The browser's own print: open the page, wait until it is drawn, print it. */
async function printByHand(browser: Awaited<ReturnType<typeof launch>>, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
    return (await page.pdf({ format: 'Letter', printBackground: true, tagged: true, outline: true })).length;
  } finally {
    await context.close();
  }
}

async function ownerOf(applicationId: string): Promise<OwnApplication> {
  const application = await findApplicationById(db, applicationId);
  if (!application) throw new Error('The application is gone.');
  return { accountId: application.account_id, served: printing.forms.first };
}

const queue = await openJobQueue(house.databaseUrl, log);
await queue.work([printPdfHandler(printing, log)]);
const copyDeps = { db, jobs: house.jobs, clock: printing.clock, config: house.config };
const isThere = async (own: OwnApplication) => (await pdfCopy(copyDeps, own, ENGLISH)).status === 'COMPLETED';

/** Asks for a copy, and asks again every 25 ms until it can be fetched. */
async function getCopy(own: OwnApplication): Promise<void> {
  while (!(await isThere(own))) await setTimeout(25);
}

try {
  const application = await house.newApplication({ answers: full.answers });
  const cold = { ours: [] as number[], own: [] as number[] };
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    await printing.browser.close();
    const own = await ownerOf(await house.newApplication(full));
    cold.ours.push(await took(() => getCopy(own)));
    const url = await house.printAddress(application);
    cold.own.push(
      await took(async () => {
        const browser = await launch();
        await printByHand(browser, url);
        await browser.close();
      }),
    );
  }
  const warm = { ours: [] as number[], own: [] as number[] };
  const own = await launch();
  for (let round = 0; round < rounds; round += 1) {
    const copied = await ownerOf(await house.newApplication(full));
    warm.ours.push(await took(() => getCopy(copied)));
    const url = await house.printAddress(application);
    warm.own.push(await took(() => printByHand(own, url)));
  }
  await own.close();
  for (const [name, times] of Object.entries({ cold, warm })) {
    const [ours, theirs] = [median(times.ours), median(times.own)];
    console.log(
      `${name}: copy ${Math.round(ours)} ms, the browser's own print ${Math.round(theirs)} ms, ratio ${(ours / theirs).toFixed(2)}`,
    );
  }
  const owners: OwnApplication[] = [];
  for (let person = 0; person < copies; person += 1) owners.push(await ownerOf(await house.newApplication(full)));
  const all = await took(() => Promise.all(owners.map((own) => waitFor(own))));
  console.log(
    `queue: ${copies} copies in ${(all / 1000).toFixed(1)} s, ${Math.round((copies / all) * 60_000)} a minute on ${availableParallelism()} processors`,
  );
} finally {
  await queue.stop();
  await house.stop();
}

/** Asks as the page does: about once a second. */
async function waitFor(own: OwnApplication): Promise<void> {
  while (!(await isThere(own))) await setTimeout(1000);
}
