import { type ConvertDependencies, convertOne } from './convert-one.ts';
import { claimNextDocument } from './repository.ts';

const never = () => new AbortController().signal;

/** Begins the conversion whose turn it is among pictures and PDFs, and goes through it. */
export async function convertNext(deps: ConvertDependencies): Promise<void> {
  const claimed = await claimNextDocument(deps.db, {
    lane: 'quick',
    claim: await deps.claim.current(),
    now: deps.clock(),
  });
  if (!claimed) throw new Error('Nothing waits.');
  await (await convertOne(deps, claimed, { canceled: never(), stopped: never() })).write();
}
