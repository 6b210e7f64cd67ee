import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../support/load.ts';
import type { TwoOfEverything } from '../support/two-of-everything.ts';

const RECEIPT = 'We received your application';
const COME_WITHIN_MS = 120_000;
/** So long is looked whether another one comes. */
const TWICE_WITHIN_MS = 3_000;

/** Waits for the receipts of all who have submitted; says who got none, or more than one. */
export async function receiptProblems(
  shape: Pick<TwoOfEverything, 'mail'>,
  load: Pick<Load, 'submitted'>,
): Promise<readonly string[]> {
  const receiptsOf = (address: string) =>
    shape.mail.mailsTo(address).filter((mail) => mail.subject.startsWith(RECEIPT));
  const until = performance.now() + COME_WITHIN_MS;
  while (load.submitted.some((address) => receiptsOf(address).length === 0) && performance.now() < until) {
    await sleep(200);
  }
  await sleep(TWICE_WITHIN_MS);
  return load.submitted.flatMap((address) => {
    const count = receiptsOf(address).length;
    return count === 1 ? [] : [`${address} got ${count} receipts.`];
  });
}
