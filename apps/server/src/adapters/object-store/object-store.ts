import type { Readable } from 'node:stream';

/** What is known about a stored object without reading it. */
export interface ObjectInfo {
  /** Bytes. */
  readonly size: number;
}

/** A form that a browser may post once to bring a file here, beside the file itself. */
export interface PresignedUpload {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What every presigned upload allows besides its exact key. */
export const UPLOAD_LIMITS = {
  minBytes: 1,
  maxBytes: 1_048_576,
  /** Nothing that a browser would run or draw: the content decides what a file is. */
  contentType: 'application/octet-stream',
  seconds: 300,
} as const;

/**
 * Where files are kept. Keys are names the server makes up: parts of a-z, 0-9, '-', '_' and '.',
 * joined by '/'. An object is there in whole or not at all.
 */
export interface FileStore {
  /** Stores the object, replacing one of the same key. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Nothing when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** The object's bytes with its size; nothing when there is no such object. */
  get(key: string): Promise<{ readonly info: ObjectInfo; readonly stream: Readable } | undefined>;
  /** Removes the object if it is there. */
  delete(key: string): Promise<void>;
}

/** One to which browsers bring files as well. */
export interface ObjectStore extends FileStore {
  /**
   * A signed form for one file under exactly this key, within UPLOAD_LIMITS from now on. The store itself refuses
   * whatever is different: another key, another type, too many bytes or none, too late, a changed policy.
   */
  presignUpload(key: string): Promise<PresignedUpload>;
}

const PART = /^[a-z0-9_-][a-z0-9._-]*$/;
const MAX_KEY_LENGTH = 300;

/** Whether a key is one the server could have made; anything else never reaches a store. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && key.split('/').every((part) => PART.test(part));
}
