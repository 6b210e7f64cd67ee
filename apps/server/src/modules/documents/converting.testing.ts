import { type ConvertDependencies, convertOne } from './convert-one.ts';
import type { Lane } from './lanes.ts';
import { claimNextDocument } from './repository.ts';

const never = () => new AbortController().signal;

/** Begins the conversion whose turn it is in a lane, and goes through it. */
export async function convertNext(deps: ConvertDependencies, lane: Lane = 'quick'): Promise<void> {
  const claimed = await claimNextDocument(deps.db, { lane, claim: await deps.claim.current(), now: deps.clock() });
  if (!claimed) throw new Error('Nothing waits.');
  await (await convertOne(deps, claimed, { canceled: never(), stopped: never() })).write();
}
