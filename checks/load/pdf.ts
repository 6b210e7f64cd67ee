import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { PARAMETERS } from '@firstyear/api-contract/addresses';
import { completeAnswers } from '@firstyear/freshman/testing';
import * as z from 'zod';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';
import { launchChromium } from '../../apps/server/src/adapters/browser/launch-chromium.ts';
import { linkIn } from '../../e2e/support/operator.ts';
import { readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { inSeconds, median, timeOf } from '../support/numbers.ts';
import { FORM, Person } from '../support/person.ts';
import { buildWeb, startProduct } from '../support/product.ts';

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

/** Requests a copy, and polls until it is printed. */
async function getCopy(person: Person, pollMs: number): Promise<void> {
  while ((await person.copy()) === undefined) await sleep(pollMs);
}

/**
 * `npm run bench:pdf`: the time from the request for a PDF copy to the file in the store, in turns with the browser's own print of
 * the same page: cold with a new browser, warm with a running one; then how many copies a minute the queue prints.
 */
await runCommand(async (run) => {
  const { rounds, copies } = readOptions(options);
  await buildWeb();
  const product = await startProduct(run);
  const people = await Person.registerAll(product, copies);
  for (const person of people) await person.fillIn(completeAnswers(FORM, { email_address: person.address }));
  const [first] = people;
  if (first === undefined) throw new Error('Nobody is there.');
  const link = linkIn(await product.operate('service-link', '--application', first.address));
  link.searchParams.set(PARAMETERS.print, 'all');

  const searchPath = process.env.PATH ?? '';
  const executable = findChromium(process.env.CHROMIUM_PATH || undefined, searchPath);
  if (executable === undefined) throw new Error('This benchmark needs a Chromium.');
  const launch = () =>
    launchChromium({ executable, searchPath, allowedHost: link.host, isSandboxRequired: false, warn: () => {} });

  let version = 0;
  const compare = async (name: string, count: number, printAlone: () => Promise<void>, isCold: boolean) => {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < count; round += 1) {
      if (isCold) await product.worker.replace();
      version += 1;
      await first.save({ preferred_name: `Addie ${version}` });
      ours.push(await timeOf(() => getCopy(first, 25)));
      theirs.push(await timeOf(printAlone));
    }
    const [copy, print] = [median(ours), median(theirs)];
    console.log(
      `${name}: copy ${Math.round(copy)} ms, the browser's own print ${Math.round(print)} ms, ratio ${(copy / print).toFixed(2)}`,
    );
  };
  const printInNewBrowser = async () => {
    const browser = await launch();
    await printBare(browser, link.href);
    await browser.close();
  };
  await compare('cold', Math.min(rounds, 5), printInNewBrowser, true);
  const running = await launch();
  await compare('warm', rounds, () => printBare(running, link.href), false);
  await running.close();

  for (const person of people) await person.save({ preferred_name: 'Addie' });
  const ms = await timeOf(() => Promise.all(people.map((person) => getCopy(person, PAGE_POLL_MS))));
  const perMinute = Math.round((copies / ms) * 60_000);
  console.log(
    `queue: ${copies} copies in ${inSeconds(ms / 1000)}, ${perMinute} a minute on ${availableParallelism()} processors`,
  );
});
