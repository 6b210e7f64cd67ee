import type { TestApp } from '../testing/app.ts';

/** Inserts finished PDF copies of an application with these keys, one for each version from the first on. */
export async function insertCopies(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  application_id: string,
  keys: readonly string[],
  firstVersion = 1,
): Promise<void> {
  const at = clock.now();
  const copies = keys.map((object_key, index) => ({
    ...{ application_id, version: firstVersion + index, status: 'COMPLETED' as const, object_key },
    ...{ claimed_by: null, created_at: at, finished_at: at },
  }));
  await db.insertInto('pdf_copy').values(copies).execute();
}
