import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { answer } from '@firstyear/api-contract/application';
import { CannotRun } from '../../support/command.ts';
import { inSeconds, percentile } from '../../support/numbers.ts';
import { connect } from '../../support/product.ts';
import { type Scenario, underLoad } from '../support/scenario.ts';
import type { TwoOfEverything } from '../support/two-of-everything.ts';

const APART = '+1h';
const APART_SECONDS = 20;

export const clocksApart: Scenario = {
  number: 12,
  title: 'The clock of one web server and one worker is an hour ahead',
  run: async (run) => {
    const library = fs.globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
    if (library === undefined)
      throw new CannotRun('libfaketime is not installed. On Debian: apt-get install libfaketime');
    return underLoad(async ({ cluster, load }) => {
      // The monotonic clock, which timers use, stays correct.
      const env = { LD_PRELOAD: library, FAKETIME: APART, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
      const pair = [cluster.webs[1], cluster.workers[1]];
      await Promise.all(pair.map((instance) => instance.stop()));
      await Promise.all(pair.map((instance) => instance.start({ env })));
      load.mark();
      await load.recover();
      await sleep(APART_SECONDS * 1_000);
      const loggedOut = load.failures.get(401) ?? 0;
      return { runs: 1, problems: [loggedOut > 0 && `${loggedOut} saves were refused for want of a session.`] };
    })(run);
  },
};

const CLIENTS = 500;
const SLOW_SECONDS = 20;
const WRITE_EVERY_MS = 2_000;
const MAX_P95_MS = 500;

/** A client that starts a request and never finishes it. */
function openSlowClient(url: string): net.Socket {
  const { hostname, port, host } = new URL(url);
  const socket = net.connect(Number(port), hostname, () => {
    socket.write(`PUT ${answer.path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nX-Slow: `);
  });
  // The server closes the connection at some point.
  return socket.on('error', () => undefined);
}

/** Sends a byte from each client at intervals; returns how many are still connected at the end. */
async function attack(webs: TwoOfEverything['webs']): Promise<number> {
  const clients = webs.flatMap(({ url }) => Array.from({ length: CLIENTS / webs.length }, () => openSlowClient(url)));
  const connected = () => clients.filter(({ writable }) => writable);
  for (const until = performance.now() + SLOW_SECONDS * 1_000; performance.now() < until; await sleep(WRITE_EVERY_MS))
    for (const client of connected()) client.write('x');
  const left = connected().length;
  for (const client of clients) client.destroy();
  return left;
}

export const slowClients: Scenario = {
  number: 14,
  title: `${CLIENTS} slow clients`,
  run: underLoad(async ({ cluster, load }) => {
    await sleep(SLOW_SECONDS * 1_000);
    const counts = load.tabs.map(({ times }) => times.length);
    load.mark();
    const [open] = await Promise.all([attack(cluster.webs), load.recover()]);
    const p95 = (times: readonly (readonly number[])[]) => Math.round(percentile(times.flat(), 0.95));
    const before = p95(load.tabs.map(({ times }, tab) => times.slice(0, counts[tab])));
    const during = p95(load.tabs.map(({ times }, tab) => times.slice(counts[tab])));
    const seen = `p95 of saves: ${before} ms before, ${during} ms with them`;
    if (before > MAX_P95_MS) throw new CannotRun(`The machine was too busy to tell. ${seen}.`);
    return {
      runs: 1,
      seen: `${seen}; ${open} of them were still connected at the end.`,
      problems: [during > MAX_P95_MS && `The p95 was ${during} ms.`],
    };
  }),
};

const LOCKED_MS = 25_000;
/** A call may wait 3 s for a connection and 10 s for a statement; the rest is for a busy machine. */
const MAX_WAIT_MS = 16_000;

export const slowDatabase: Scenario = {
  number: 7,
  title: 'The database hangs',
  run: underLoad(async ({ run, cluster, load }) => {
    const client = await connect(run, cluster.databases.primary.url);
    await client.query('begin; lock table application in access exclusive mode');
    const [probes, waits]: [Set<string>, number[]] = [new Set(), []];
    let isOver = false;
    // There are more callers than a web server has connections.
    const calling = load.tabs.map(async ({ options: { person } }) => {
      while (!isOver) {
        const startedAt = performance.now();
        await person.profile().catch(() => undefined);
        waits.push(performance.now() - startedAt);
        await sleep(50);
      }
    });
    for (const until = performance.now() + LOCKED_MS; performance.now() < until; await sleep(1_000))
      for (const { url } of cluster.webs)
        for (const path of [PROBE_PATHS.live, PROBE_PATHS.ready])
          probes.add(`${path} ${(await fetch(url + path)).status}`);
    await client.query('rollback');
    isOver = true;
    load.mark();
    await load.recover();
    await Promise.all(calling);
    const longest = Math.max(...waits);
    return {
      runs: 1,
      seen: `The longest call took ${inSeconds(longest / 1000)}. Probes: ${[...probes].join(', ')}.`,
      problems: [
        longest > MAX_WAIT_MS && `A call took ${inSeconds(longest / 1000)}.`,
        [...probes].some((probe) => !probe.endsWith(' 200')) && 'A probe failed.',
        load.otherStatuses(503),
      ],
    };
  }),
};
