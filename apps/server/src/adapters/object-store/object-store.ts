import type { Readable } from 'node:stream';

/** What is known about a stored object without reading it. */
export interface ObjectInfo {
  /** Bytes. */
  readonly size: number;
}

/**
 * Where files are kept. Keys are names the server makes up: parts of a-z, 0-9, '-', '_' and '.',
 * joined by '/'. An object is there in whole or not at all.
 */
export interface ObjectStore {
  /** Stores the object, replacing one of the same key. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Nothing when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** The object's bytes with its size; nothing when there is no such object. */
  get(key: string): Promise<{ readonly info: ObjectInfo; readonly stream: Readable } | undefined>;
  /** Removes the object; removing one that is not there is fine. */
  delete(key: string): Promise<void>;
}

const PART = /^[a-z0-9_-][a-z0-9._-]*$/;
const MAX_KEY_LENGTH = 300;

/** Whether a key is one the server could have made; anything else never reaches a store. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && key.split('/').every((part) => PART.test(part));
}
