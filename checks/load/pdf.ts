import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { completeAnswers } from '@firstyear/freshman/testing';
import { ENGLISH } from '@firstyear/words';
import * as z from 'zod';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';
import { launchChromium } from '../../apps/server/src/adapters/browser/launch-chromium.ts';
import { openJobQueue } from '../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/log/create-log.ts';
import { printPdfHandler } from '../../apps/server/src/modules/copies/pdf/print-pdf.handler.ts';
import { pdfCopy } from '../../apps/server/src/modules/copies/pdf/service.ts';
import type { OwnApplication } from '../../apps/server/src/plugins/applicant.ts';
import { readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { inSeconds, median, timeOf } from '../support/numbers.ts';
import { startPrinting } from './pdf/printing.ts';

const options = z.object({
  rounds: wholeNumber(15, 1, 1_000),
  copies: wholeNumber(40, 1, 10_000),
});
/** How often a page of the product polls for its copy. */
const PAGE_POLL_MS = 1_000;
type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** Prints with the browser alone: opens the page, waits until it is drawn, prints it. */
async function printBare(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
    await page.pdf({ format: 'Letter', printBackground: true, tagged: true, outline: true });
  } finally {
    await context.close();
  }
}

/**
 * `npm run bench:pdf`: the time from the request for a PDF copy to the file in the store, in turns with the browser's own print of
 * the same page: cold with a new browser, warm with a running one; then how many copies a minute the queue prints.
 */
await runCommand(async (run) => {
  const { rounds, copies } = readOptions(options);
  const product = await startPrinting(run);
  const { printing, jobs, config, newApplication } = product;
  const answers = completeAnswers(product.form);
  const log = createLog('silent');
  const executable = findChromium(config.chromiumPath, config.searchPath);
  if (executable === undefined) throw new Error('This benchmark needs a Chromium.');
  const allowedHost = new URL(product.origin).host;
  const { searchPath } = config;
  const launch = () =>
    launchChromium({ executable, searchPath, allowedHost, isSandboxRequired: false, warn: () => {} });

  const queue = await openJobQueue(product.databaseUrl, log);
  await queue.work([printPdfHandler(printing, log)]);
  run.onEnd(() => queue.stop());
  const { db, clock } = printing;
  /** Requests a copy, and polls until it is printed. */
  const getCopy = async (owner: OwnApplication, pollMs = 25) => {
    while ((await pdfCopy({ db, jobs, clock, config }, owner, ENGLISH)).status !== 'COMPLETED') await sleep(pollMs);
  };

  const { id } = await newApplication(answers);
  const compare = async (name: string, count: number, printAlone: (url: string) => Promise<void>, isCold: boolean) => {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < count; round += 1) {
      if (isCold) await printing.browser.close();
      const { owner } = await newApplication(answers, true);
      ours.push(await timeOf(() => getCopy(owner)));
      const url = await product.printAddress(id);
      theirs.push(await timeOf(() => printAlone(url)));
    }
    const [copy, print] = [median(ours), median(theirs)];
    console.log(
      `${name}: copy ${Math.round(copy)} ms, the browser's own print ${Math.round(print)} ms, ratio ${(copy / print).toFixed(2)}`,
    );
  };
  const printInNewBrowser = async (url: string) => {
    const browser = await launch();
    await printBare(browser, url);
    await browser.close();
  };
  await compare('cold', Math.min(rounds, 5), printInNewBrowser, true);
  const running = await launch();
  await compare('warm', rounds, (url) => printBare(running, url), false);
  await running.close();

  const owners: OwnApplication[] = [];
  while (owners.length < copies) owners.push((await newApplication(answers, true)).owner);
  const ms = await timeOf(() => Promise.all(owners.map((owner) => getCopy(owner, PAGE_POLL_MS))));
  const perMinute = Math.round((copies / ms) * 60_000);
  console.log(
    `queue: ${copies} copies in ${inSeconds(ms / 1000)}, ${perMinute} a minute on ${availableParallelism()} processors`,
  );
});
