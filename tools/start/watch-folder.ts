import { watch } from 'node:fs';

/** Editors write a file in several steps. */
const DEBOUNCE_MS = 150;

/** Yields after each save in a folder; once for all that happen while the caller is busy. Ends with the signal. */
export async function* watchFolder(folder: string, signal: AbortSignal): AsyncGenerator<void> {
  let saved = Promise.withResolvers<void>();
  let settled: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(settled);
    settled = setTimeout(() => saved.resolve(), DEBOUNCE_MS);
  });
  signal.addEventListener('abort', () => {
    watcher.close();
    saved.resolve();
  });
  for (;;) {
    await saved.promise;
    if (signal.aborted) return;
    saved = Promise.withResolvers();
    yield;
  }
}
