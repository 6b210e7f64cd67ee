import { dictionaryRows } from './dictionary.ts';

/** The data dictionary, a record for each column. */
export function readDictionary(...args: Parameters<typeof dictionaryRows>): readonly Record<string, string>[] {
  const [header = [], ...rows] = dictionaryRows(...args);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}
