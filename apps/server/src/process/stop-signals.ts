/**
 * Ends this process cleanly on SIGTERM or SIGINT, or when its supervisor (on the IPC channel) is gone. Exit code 0 after
 * `stop`; 1 when that fails or takes longer than `withinMs`.
 */
export function onStop(stop: () => Promise<void>, withinMs: number): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), withinMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.once('disconnect', end);
  // The supervisor ended before this process was ready; without a supervisor it is undefined.
  if (process.connected === false) end();
}
