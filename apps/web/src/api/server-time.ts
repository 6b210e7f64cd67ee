import { createValue } from '@firstyear/ui/hooks.ts';

/** Milliseconds by which a device's clock may differ: responses travel, and their dates are in whole seconds. */
const TOLERANCE_MS = 60_000;

/** How far the server's clock is ahead of the device's, in milliseconds. Phones can be months off; deadlines aren't. */
export const serverAhead = createValue(0);

/** Notes the time at which the server has answered. date: the header of a response. */
export function noteServerDate(date: string, now: number): void {
  const ahead = Date.parse(date) - now;
  if (Math.abs(ahead - serverAhead.get()) > TOLERANCE_MS) serverAhead.set(Math.abs(ahead) > TOLERANCE_MS ? ahead : 0);
}
