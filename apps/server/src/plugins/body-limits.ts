import type { BodySize } from '@firstyear/api-contract/call';
import { maxStoredLengthOf } from '@firstyear/form-engine';
import type { ServedForms } from '../config/served-forms.ts';

export interface BodyLimit {
  readonly maxBytes: number;
  /** Values of a parsed body, at any depth; each key has one. */
  readonly maxValues: number;
}

const KB = 1024;
/** A character of JSON text: six bytes where it is written as \\u0000. */
const MAX_BYTES_OF_CHARACTER = 6;
/** Quotes, colon and comma around a key and its value. */
const BYTES_AROUND_ENTRY = 6;
/** Each message is a sentence, and few rules of one question fail together. */
const MAX_MESSAGES = 8;
const BYTES_OF_MESSAGES = 1 * KB;

/** What each size of body is, for the largest of these forms. Answers may all be as long as their questions allow, in one save. */
export function bodyLimits({ all }: ServedForms): Readonly<Record<BodySize, BodyLimit>> {
  const bytesOf = (key: string, characters: number) =>
    BYTES_AROUND_ENTRY + MAX_BYTES_OF_CHARACTER * (key.length + characters);
  const sizes = all.map(({ form: { byStoredKey } }) => ({
    bytes: [...byStoredKey].reduce(
      (sum, [key, { question }]) => sum + bytesOf(key, maxStoredLengthOf(question, key)),
      KB,
    ),
    entries: byStoredKey.size,
  }));
  const entries = Math.max(...sizes.map((size) => size.entries));
  return {
    small: { maxBytes: 8 * KB, maxValues: 20 },
    report: { maxBytes: 16 * KB, maxValues: 40 },
    answers: {
      maxBytes: Math.max(...sizes.map((size) => size.bytes)),
      maxValues: entries,
    },
    messages: { maxBytes: KB + entries * BYTES_OF_MESSAGES, maxValues: entries * (1 + MAX_MESSAGES) },
  };
}

/** Whether there are more values in a parsed body than this. It stops counting there, so that no body takes long. */
export function hasMoreValues(body: unknown, maxValues: number): boolean {
  const open: unknown[] = [body];
  for (let seen = 0; open.length > 0; seen += 1) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (seen + open.length + children.length > maxValues) return true;
    open.push(...children);
  }
  return false;
}
