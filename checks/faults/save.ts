import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Applicant } from '../support/applicant.ts';
import { startProduct } from '../support/product.ts';
import { KEYS_OF_TABS, Tab } from './support/tab.ts';

/**
 * npm run fault:save: kills the web server 100 times, without warning, while applicants save. After each kill every
 * acknowledged answer must be there, in its acknowledged value or a later one. Prints how long the server takes to
 * serve again. Exit code 1 when an acknowledged answer is lost.
 */
const KILLS = 100;
const APPLICANTS = 6;

async function main(folder: string): Promise<boolean> {
  const product = await startProduct(folder);
  const returns: number[] = [];
  let lost = 0;
  let isOver = false;
  try {
    const applicants: { readonly applicant: Applicant; readonly tabs: readonly Tab[] }[] = [];
    for (let number = 0; number < APPLICANTS; number += 1) {
      const applicant = await Applicant.register(product.url, product.mailbox, `ada.testperson.${number}@mail.example`);
      applicants.push({ applicant, tabs: KEYS_OF_TABS.map((keys) => new Tab({ applicant, keys })) });
    }
    const tabs = applicants.flatMap((one) => one.tabs);
    /** How many acknowledged answers are not there now. */
    const check = async (when: string): Promise<number> => {
      let count = 0;
      for (const { applicant, tabs: own } of applicants) {
        const before = own.map((tab) => tab.acknowledged);
        const answers = await applicant.answers();
        const missing = own.flatMap((tab, place) => tab.lostIn(answers, before[place] ?? 0));
        if (missing.length > 0) console.log(`${when}: lost ${missing.join(', ')}`);
        count += missing.length;
      }
      return count;
    };
    const writing = tabs.map((tab) => tab.write(() => isOver));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await sleep(randomInt(50, 500));
      const start = performance.now();
      await product.replaceServer();
      returns.push(performance.now() - start);
      lost += await check(`kill ${kill}`);
      if (kill % 10 === 0) console.log(`${kill} kills, ${tabs.reduce((sum, tab) => sum + tab.saves, 0)} saves`);
    }
    isOver = true;
    await Promise.all(writing);
    lost += await check('the end');
    const saves = tabs.reduce((sum, tab) => sum + tab.saves, 0);
    const sorted = returns.toSorted((a, b) => a - b);
    console.log(`${KILLS} kills, ${saves} acknowledged saves of two answers each, ${lost} lost.`);
    console.log(
      `Serving again after ${Math.round(sorted[KILLS / 2] ?? 0)} ms (median), ${Math.round(sorted.at(-1) ?? 0)} ms (longest).`,
    );
    return lost === 0 && saves > KILLS;
  } finally {
    isOver = true;
    await product.stop();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
try {
  const good = await main(folder);
  console.log(good ? 'PASSED: every acknowledged save is there.' : 'FAILED');
  process.exitCode = good ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
