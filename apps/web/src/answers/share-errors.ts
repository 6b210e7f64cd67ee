import type { ErrorMap } from '@firstyear/form-engine';

const isSame = (a: readonly string[] | undefined, b: readonly string[]) =>
  a !== undefined && a.length === b.length && a.every((message, position) => message === b[position]);

/** The newer error map, with the older one's lists (or the older map itself) wherever they are equal. */
export function shareErrors(older: ErrorMap, newer: ErrorMap): ErrorMap {
  const shared: Record<string, readonly string[]> = {};
  let differs = Object.keys(older).length !== Object.keys(newer).length;
  for (const [key, messages] of Object.entries(newer)) {
    const before = older[key];
    const same = before !== undefined && isSame(before, messages);
    if (!same) differs = true;
    shared[key] = same ? before : messages;
  }
  return differs ? shared : older;
}
