import path from 'node:path';
import { readSettings } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { type Run, runCommand } from '../support/command.ts';
import { startWhole } from '../support/product.ts';
import { formatTable, type Outcome, runCheck, summarize } from './check.ts';
import { POINTS, readSecurityOptions } from './points.ts';
import { Target } from './target.ts';

/**
 * npm run test:security -- [--base-url URL [--outbox DIR]] [--only B1,11.4]: checks a product from outside, point by point, and
 * prints the evidence. Exit code 1 when a defense is missing. It makes accounts and applications, so give it a test installation;
 * without an address it starts one.
 */
async function main(run: Run): Promise<boolean> {
  const { baseUrl, outbox, only } = readSecurityOptions();
  const { form } = await loadPartner(readSettings(process.env));
  const product = baseUrl === undefined ? await startWhole(run) : undefined;
  const target = new Target({
    baseUrl: product?.url ?? baseUrl ?? '',
    outbox: product ? path.join(product.dataDir, 'outbox') : outbox,
    logs: product && path.join(product.dataDir, 'logs'),
    operate: product?.operate,
    form,
  });
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
}

await runCommand(main);
