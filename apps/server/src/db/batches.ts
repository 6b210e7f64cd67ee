/** Sorts before every id in use. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Reads rows in the order of a key, a batch at a time. `next` returns the rows after a key, none at the end. */
export async function* inBatches<T>(
  next: (after: string) => Promise<readonly T[]>,
  keyOf: (row: T) => string,
): AsyncGenerator<readonly T[]> {
  for (let rows = await next(FIRST_ID); ; ) {
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    rows = await next(keyOf(last));
  }
}
