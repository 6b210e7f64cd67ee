/**
 * Ends this process cleanly, once, on a signal (SIGTERM, SIGINT) or when the supervisor that started it with
 * an IPC channel is gone. Exit code 0 after `stop`; 1 when that fails or takes longer than `withinMs`.
 */
export function onStop(stop: () => Promise<void>, withinMs: number): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), withinMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.once('disconnect', end);
  // The supervisor was gone before this process had come so far; without a supervisor it is undefined.
  if (process.connected === false) end();
}
