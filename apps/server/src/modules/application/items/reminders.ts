import { inTransaction } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../process/durations.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { readStanding } from '../row/list-row.ts';
import { type ItemMailDependencies, tellApplicant } from './mails.ts';
import { lockDueItems, markReminded } from './repository.ts';

const DAYS_BEFORE = 3;
const BATCH = 100;

const dayAfter = (deps: Pick<ItemMailDependencies, 'forms'>, now: Date, days: number) =>
  new Date(now.getTime() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: deps.forms.first.partner.time_zone });

/** The last day of which the applicants of requests are reminded now. */
export const remindedUntil = (deps: Pick<ItemMailDependencies, 'forms'>, now: Date): string =>
  dayAfter(deps, now, DAYS_BEFORE);

/**
 * Queues one reminder for each request that is due within three days and still awaited; returns their number. Idempotent, and safe in
 * several workers at once.
 */
export async function queueItemReminders(
  deps: ItemMailDependencies & Pick<AppDependencies, 'db'>,
  now: Date,
): Promise<number> {
  const remindSome = () =>
    inTransaction(deps.db, async (tx) => {
      const items = await lockDueItems(tx, dayAfter(deps, now, 0), remindedUntil(deps, now), BATCH);
      for (const item of items) {
        const standing = await readStanding(tx, item.application_id);
        await tellApplicant(deps, tx, standing, { kind: 'item_reminder', item }, now);
      }
      const ids = items.map(({ id }) => id);
      if (ids.length > 0) await markReminded(tx, ids, now);
      return items.length;
    });
  for (let queued = 0; ; ) {
    const count = await remindSome();
    queued += count;
    if (count < BATCH) return queued;
  }
}
