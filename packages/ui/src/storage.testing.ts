/** A storage of the browser in memory, with these entries at first. `items` are its entries. */
export function createStorage(held: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(held));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

function refuse(): never {
  throw new DOMException('The user denied permission.', 'SecurityError');
}

/** A storage that the browser blocks: every access throws. */
export const BLOCKED_STORAGE = { getItem: refuse, setItem: refuse, removeItem: refuse };
