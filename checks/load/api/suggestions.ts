import { percentile } from '../../support/numbers.ts';
import type { TypedText } from '../lookup/judged-queries.ts';
import { httpCaller, measure } from './load.ts';
import { suggestionsOf } from './scenarios.ts';

/** A line on how long suggestions take over HTTP for one person who types; aimMs: what 95 of 100 should stay below. */
export async function measureSuggestions(
  origin: string,
  typed: readonly TypedText[],
  { schools, aimMs, limitMs }: { readonly schools: string; readonly aimMs: number; readonly limitMs: number },
): Promise<string> {
  const caller = httpCaller(origin);
  const tasks = typed.map((item) => () => caller.call(suggestionsOf(item)));
  await measure(tasks.slice(0, tasks.length / 4), 1, limitMs / 4);
  const times = await measure(tasks, 1, limitMs);
  caller.close();
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const verdict = p95 < aimMs ? '' : ': missed';
  return `suggestions over HTTP, ${schools}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${percentile(times, 1).toFixed(1)} ms (${times.length} texts); aim p95 under ${aimMs} ms${verdict}`;
}
