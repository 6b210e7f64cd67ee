const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value) || 'toJSON' in value) return value;
  // Without a prototype, "__proto__" is a key like any other, and a snapshot that somebody has added it to has changed.
  const sorted: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys(value[key]);
  return sorted;
}

/** JSON with the keys of every object in their order, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value));
