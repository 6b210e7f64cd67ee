import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRun, describeFailures, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';
import type { TwoOfEverything } from '../support/two-of-everything.ts';

const CLIENTS = 500;
const SECONDS = 20;
const WRITE_EVERY_MS = 2_000;
const MAX_P95_MS = 500;

/** A client that sends the beginning of a call and then a byte now and then, without an end. */
class SlowClient {
  readonly #line: net.Socket;

  constructor(url: string) {
    const { hostname, port, host } = new URL(url);
    this.#line = net.connect(Number(port), hostname, () => {
      this.#line.write(`PUT /api/answer HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nX-Slow: `);
    });
    // The server may end it at any time, and does.
    this.#line.on('error', () => undefined);
  }

  write(): void {
    if (this.#line.writable) this.#line.write('x');
  }

  get isOpen(): boolean {
    return this.#line.writable;
  }

  close(): void {
    this.#line.destroy();
  }
}

const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;

async function attack(webs: TwoOfEverything['webs'], seconds: number): Promise<number> {
  const clients = webs.flatMap(({ url }) => Array.from({ length: CLIENTS / webs.length }, () => new SlowClient(url)));
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await sleep(WRITE_EVERY_MS)) {
    for (const client of clients) client.write();
  }
  const open = clients.filter((client) => client.isOpen).length;
  for (const client of clients) client.close();
  return open;
}

export const slowClients: Scenario = {
  number: 14,
  title: `${CLIENTS} slow clients`,
  how: `They go past the proxy, straight to the two web servers, and send a byte every ${WRITE_EVERY_MS / 1000} s, for ${SECONDS} s. The saves of the others through the proxy keep a p95 under ${MAX_P95_MS} ms.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      const times = () => load.tabs.flatMap((tab) => tab.times);
      await sleep(SECONDS * 1_000);
      const quiet = times();
      load.mark();
      const [open, worst] = await Promise.all([attack(shape.webs, SECONDS), load.recover()]);
      const attacked = times();
      await load.stop();
      const lost = await load.countLost();
      const [before, during] = [p95(quiet), p95(attacked.slice(quiet.length))];
      if (before > MAX_P95_MS) {
        throw new CannotRun(
          `The machine was too busy to tell: p95 of saves was ${Math.round(before)} ms without them, ${Math.round(during)} ms with them; ${lost} of ${load.counts.acknowledged} acknowledged were lost.`,
        );
      }
      return {
        runs: 1,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: `p95 of saves: ${Math.round(before)} ms before, ${Math.round(during)} ms with them; ${open} of them were still connected at the end. ${describeFailures(load.counts)}`,
        problems: problemsOf([during > MAX_P95_MS, `The p95 was ${Math.round(during)} ms.`]),
      };
    }),
};
