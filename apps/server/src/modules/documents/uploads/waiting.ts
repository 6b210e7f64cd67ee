import type { Db } from '../../../db/transaction.ts';
import type { QueueDepth } from '../../../metrics/metrics.ts';
import { selectWaiting } from './conversion-repository.ts';
import { LANES } from './lanes.ts';

/** How many documents wait in each lane, and for how long the oldest has. */
export async function readConversionDepths(db: Db): Promise<readonly QueueDepth[]> {
  const rows = await selectWaiting(db);
  return LANES.map((lane) => {
    const row = rows.find((row) => row.lane === lane);
    return { queue: `documents-${lane}`, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, row?.age ?? 0) };
  });
}
