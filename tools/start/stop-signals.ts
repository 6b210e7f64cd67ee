import { whenStarterGone } from '@firstyear/processes/parent-watch';
import { SAME_REQUEST_MS } from '../../apps/server/src/process/interruption.ts';

/**
 * Calls `stop` once when the product has to end: on a signal, or because the launcher or npm is gone.
 * Calls `force` on a second request.
 */
export function onStopRequest(stop: () => void, force: () => void): void {
  let requestedAt: number | undefined;
  const requestStop = (): void => {
    if (requestedAt === undefined) {
      requestedAt = performance.now();
      stop();
    } else if (performance.now() - requestedAt > SAME_REQUEST_MS) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop);
  if (process.channel) process.on('disconnect', requestStop);
  // When npm is killed, its script gets no signal. Without npm, the parent may rightly end first (nohup … &).
  else if (process.env.npm_lifecycle_event === 'start') whenStarterGone(stop);
}
