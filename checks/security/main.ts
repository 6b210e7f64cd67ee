import path from 'node:path';
import * as z from 'zod';
import { readSettings } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { type Run, readOptions, runCommand, UsageError } from '../support/command.ts';
import { startWhole } from '../support/product.ts';
import { formatTable, type Outcome, runCheck, summarize } from './check.ts';
import { POINTS } from './points.ts';
import { Target } from './target.ts';

const options = z.object({
  /** The product to check; without it, one is started. */
  'base-url': z.url({ protocol: /^https?$/ }).optional(),
  outbox: z.string().optional(),
  /** Points to check; all without it. */
  only: z.string().default(''),
});

/**
 * npm run test:security -- [--base-url URL [--outbox DIR]] [--only B1,11.4]: checks a product from outside, point by
 * point. Exit code 1 when a defense is missing. It makes accounts and applications, so give it a test installation;
 * without an address it starts one.
 */
async function main(run: Run): Promise<boolean> {
  const { 'base-url': baseUrl, outbox, only: list } = readOptions(options);
  const only = list.split(',').filter(Boolean);
  const unknown = only.find((id) => !POINTS.some((point) => point.id === id));
  if (unknown !== undefined) throw new UsageError(`There is no point "${unknown}".`);
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
