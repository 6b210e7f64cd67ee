import { percentile } from '../../support/numbers.ts';
import { type HttpCall, httpCaller, measure } from './load.ts';
import type { Batch, Scenario } from './scenarios.ts';
import { type Pools, recordStatements, sendStatements } from './statements.ts';

/** What calls and bare statements are compared with. */
export interface Setting {
  /** A server in a process of its own, which is measured. */
  readonly server: { readonly origin: string };
  /** A server in this process, whose statements can be seen. */
  readonly observed: { readonly origin: string };
  readonly pools: Pools;
  readonly calls: number;
  /** How long the calls of one number of callers take at most, and the statements as well. */
  readonly limitMs: number;
}

const ROUNDS = 4;
const WARM_UP_CALLS = 200;

const summarize = (times: readonly number[]) => ({ median: percentile(times, 0.5), p95: percentile(times, 0.95) });

/** Prints how long a kind of call takes beside its statements alone, for each number of callers. */
export async function compare(setting: Setting, scenario: Scenario, callerCounts: readonly number[]): Promise<void> {
  const { server, pools, limitMs } = setting;
  const { rounds = ROUNDS } = scenario;
  const observer = httpCaller(setting.observed.origin);
  const record = (call: HttpCall) => recordStatements(() => observer.call(call));
  const allowed = (callers: number) => Math.min(callers, scenario.maxCallers ?? callers);
  const prepare = (wanted: number, callers: number) =>
    scenario.prepare(Math.max(callers, Math.min(wanted, scenario.maxCalls ?? wanted)), callers, record);
  const send = ({ calls }: Batch, callers: number, ms: number) => {
    const caller = httpCaller(server.origin);
    const times = measure(
      calls.map((call) => () => caller.call(call)),
      callers,
      ms,
    );
    return times.finally(() => caller.close());
  };
  const sendBare = ({ statements }: Batch, callers: number, ms: number) =>
    measure(
      statements.map((list) => () => sendStatements(pools[scenario.connections], list)),
      callers,
      ms,
    );

  for (const callers of callerCounts.map(allowed)) {
    const api: number[] = [];
    const bare: number[] = [];
    const warmUp = await prepare(WARM_UP_CALLS, callers);
    await send(warmUp, callers, limitMs);
    await sendBare(warmUp, callers, limitMs / 4);
    for (let round = 0; round < rounds; round += 1) {
      const batch = await prepare(Math.ceil(setting.calls / rounds), callers);
      api.push(...(await send(batch, callers, limitMs / rounds)));
      bare.push(...(await sendBare(batch, callers, limitMs / rounds)));
    }
    const [ours, alone] = [summarize(api), summarize(bare)];
    console.log(
      `${scenario.name.padEnd(11)}${String(callers).padStart(3)} ${callers === 1 ? 'caller ' : 'callers'}  ratio ${(ours.median / alone.median).toFixed(2)}   median ${ours.median.toFixed(1)} ms, p95 ${ours.p95.toFixed(1)} ms; the driver alone ${alone.median.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} ms (${api.length} calls)`,
    );
  }
  observer.close();
}
