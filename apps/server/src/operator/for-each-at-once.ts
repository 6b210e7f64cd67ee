/** Does work for each item, in parallel lanes. After a failure no item is started, and it is thrown once all have ended. */
export async function forEachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  lanes: number,
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const shared = (async function* () {
    yield* items;
  })();
  const runLane = async (lane: number) => {
    try {
      for (let item = await shared.next(); !item.done; item = await shared.next()) await work(item.value, lane);
    } finally {
      await shared.return();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
}
