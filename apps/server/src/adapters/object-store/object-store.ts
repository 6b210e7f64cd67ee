import type { Readable } from 'node:stream';

interface ObjectInfo {
  /** Bytes. */
  readonly size: number;
}

/** The fields of a form that a browser may post once with a file. */
export interface PresignedUpload {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Limits of every presigned upload, besides its exact key. */
export const UPLOAD_LIMITS = {
  minBytes: 1,
  maxBytes: 1_048_576,
  /** A type that browsers neither run nor display: the content decides what a file is. */
  contentType: 'application/octet-stream',
  seconds: 300,
} as const;

/**
 * Stores files. Keys are made by the server: parts of a-z, 0-9, '-', '_' and '.', joined by '/'. Writes are atomic: an object
 * exists whole or not at all.
 */
export interface FileStore {
  /** Stores the object, replacing one of the same key. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Undefined without such an object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** The object's bytes with its size; undefined without such an object. */
  get(key: string): Promise<{ readonly info: ObjectInfo; readonly stream: Readable } | undefined>;
  /** Deletes the object if it exists. */
  delete(key: string): Promise<void>;
}

/** A store that browsers also upload to. */
export interface ObjectStore extends FileStore {
  /**
   * A signed form for one file under exactly this key, within UPLOAD_LIMITS from now on. The store refuses everything else:
   * another key or type, too many bytes or none, an expired or changed policy.
   */
  presignUpload(key: string): Promise<PresignedUpload>;
}

const PART = /^[a-z0-9_-][a-z0-9._-]*$/;
const MAX_KEY_LENGTH = 300;

/** Whether the server could have made a key; no other key reaches a store. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && key.split('/').every((part) => PART.test(part));
}
