import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Looks into a table of work for workers that have begun: each has a claim, a number of its own. */
export async function newClaims(databaseUrl: string, table: 'document' | 'pdf_copy') {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const seen = new Set<string>();
  const open = async () => {
    const query = `select distinct claimed_by::text as claim from ${table} where status = 'IN_PROGRESS'`;
    return (await client.query<{ claim: string }>(query)).rows.map(({ claim }) => claim);
  };
  return {
    /**
     * Whether a worker is at work that was not seen before, after a pause of up to so long: at the beginning of its work,
     * amid it, or between two pieces. What a killed worker left behind does not count.
     */
    async amidNew(maxPauseMs: number): Promise<boolean> {
      const claim = (await open()).find((item) => !seen.has(item));
      if (claim === undefined) return false;
      await sleep(randomInt(0, maxPauseMs));
      if (!(await open()).includes(claim)) return false;
      seen.add(claim);
      return true;
    },
    end: () => client.end(),
  };
}
