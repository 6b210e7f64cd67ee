import { readSettings } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { runCommand } from '../support/options.ts';
import { withFolder } from '../support/processes.ts';
import { startWhole } from '../support/product.ts';
import { formatTable, type Outcome, runCheck, summarize } from './check.ts';
import { POINTS, readSecurityOptions } from './points.ts';
import { Target } from './target.ts';

/**
 * npm run test:security -- [--base-url URL [--outbox DIR]] [--only B1,11.4]: looks at a product from outside, one point
 * after the other, and prints what it saw. Exit code 1 when a defense is missing. It makes accounts and applications, so
 * give it an installation for trying out; without an address it starts one.
 */
async function main(folder: string): Promise<boolean> {
  const { baseUrl, outbox, only } = readSecurityOptions(process.argv.slice(2));
  const { form, partner } = await loadPartner(readSettings(process.env));
  const product = baseUrl === undefined ? await startWhole(folder) : undefined;
  try {
    const { url = baseUrl ?? '', logs, operate } = product ?? {};
    const target = new Target({ baseUrl: url, outbox: product?.outbox ?? outbox, logs, operate, form, partner });
    console.log(`Security of ${target.baseUrl}\n`);
    const chosen = POINTS.filter(({ id }) => only.length === 0 || only.includes(id));
    // The logs are checked last.
    const inOrder = chosen.toSorted((a, b) => Number(a.id === 'B34') - Number(b.id === 'B34'));
    const outcomes: Outcome[] = [];
    for (const point of inOrder) {
      const outcome = await runCheck(point, target);
      console.log(formatTable([outcome]));
      outcomes.push(outcome);
    }
    console.log(`\n${summarize(outcomes)}`);
    return outcomes.every(({ result }) => result !== 'failed');
  } finally {
    await product?.stop();
  }
}

await runCommand(() => withFolder(main));
