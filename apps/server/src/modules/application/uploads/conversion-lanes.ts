import { setTimeout as sleep } from 'node:timers/promises';
import { retry, retryDelay } from '@firstyear/api-client/retry';
import { SECOND_MS } from '../../../process/durations.ts';
import { type ClaimedDocument, claimNextDocument, selectHeld } from './conversion-repository.ts';
import { type ConversionSignals, type ConvertDependencies, convertOne } from './convert-one.ts';
import { LANE_SLOTS, LANES, type Lane, YIELD_AFTER_SECONDS } from './lanes.ts';

export interface ConversionLanes {
  /** Polls for waiting documents at once, instead of within a second. */
  wake(): void;
  /** Begins no more conversions, and aborts running ones after some time. */
  stop(): Promise<void>;
}

interface Running {
  readonly claimed: ClaimedDocument;
  readonly isInLastSlot: boolean;
  readonly canceled: AbortController;
  readonly yielded: AbortController;
  readonly ended: Promise<void>;
}

/** How soon a conversion ends that another process has canceled. */
const POLL_RUNNING_MS = 200;
const POLL_WAITING_MS = 1_000;
const STOP_WITHIN_MS = 20_000;

/** Converts waiting documents in the order of claimNextDocument(), as many at a time as their lane has slots. */
export function startConversionLanes(deps: ConvertDependencies): ConversionLanes {
  const running = new Set<Running>();
  const stopping = new AbortController();
  const stopped = new AbortController();
  let wakeUp = Promise.withResolvers<void>();
  let isDatabaseAway = false;

  const wake = () => wakeUp.resolve();

  const convert = async (
    claimed: ClaimedDocument,
    signals: Pick<ConversionSignals, 'canceled' | 'yielded'>,
  ): Promise<void> => {
    const end = await convertOne(deps, claimed, { ...signals, stopped: stopped.signal });
    await retry(end.write, async (error, failures) => {
      // The database is unreachable. If the worker stops first, another worker restarts the conversion.
      if (stopped.signal.aborted) throw error;
      await sleep(retryDelay(failures), undefined, { signal: stopped.signal }).catch(() => undefined);
    });
  };

  const begin = (claimed: ClaimedDocument, isInLastSlot: boolean) => {
    const [canceled, yielded] = [new AbortController(), new AbortController()];
    const ended = convert(claimed, { canceled: canceled.signal, yielded: yielded.signal })
      .catch(() => undefined)
      .finally(() => {
        running.delete(conversion);
        wake();
      });
    const conversion: Running = { claimed, isInLastSlot, canceled, yielded, ended };
    running.add(conversion);
  };

  const isLong = ({ claimed }: Running) =>
    deps.clock().getTime() - claimed.startedAt.getTime() > YIELD_AFTER_SECONDS * SECOND_MS;

  const fill = async (lane: Lane): Promise<void> => {
    while (!stopping.signal.aborted) {
      const inLane = [...running].filter((item) => item.claimed.document.lane === lane);
      const isLastSlot = inLane.filter((item) => !item.isInLastSlot).length >= LANE_SLOTS[lane] - 1;
      const holder = inLane.find((item) => item.isInLastSlot && !item.yielded.signal.aborted);
      if (isLastSlot && holder && !isLong(holder)) return;
      const claim = await deps.claim.current();
      const claimed = await claimNextDocument(deps.db, { lane, claim, isLastSlot, now: deps.clock() });
      if (!claimed) return;
      if (isLastSlot) holder?.yielded.abort();
      begin(claimed, isLastSlot);
    }
  };

  const cancelLost = async (): Promise<void> => {
    const all = [...running];
    const held = await selectHeld(
      deps.db,
      all.map(({ claimed }) => claimed),
    );
    for (const { claimed, canceled } of all) if (!held.has(claimed.document.id)) canceled.abort();
  };

  const poll = async (): Promise<void> => {
    try {
      await cancelLost();
      for (const lane of LANES) await fill(lane);
      isDatabaseAway = false;
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      if (!isDatabaseAway) deps.log.warn({ reason }, 'looking for documents to convert failed; it is tried again');
      isDatabaseAway = true;
    }
  };

  const wait = async (): Promise<void> => {
    const woken = new AbortController();
    const timer = sleep(running.size > 0 ? POLL_RUNNING_MS : POLL_WAITING_MS, undefined, {
      signal: woken.signal,
    }).catch(() => undefined);
    await Promise.race([timer, wakeUp.promise]);
    woken.abort();
  };

  const polling = (async () => {
    while (!stopping.signal.aborted) {
      wakeUp = Promise.withResolvers<void>();
      await poll();
      await wait();
    }
  })();

  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await polling;
      const ended = Promise.all([...running].map((item) => item.ended));
      const deadline = new AbortController();
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { signal: deadline.signal }).catch(() => undefined)]);
      deadline.abort();
      stopped.abort();
      await ended;
    },
  };
}
