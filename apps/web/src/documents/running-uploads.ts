import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { RUNNING_UPLOADS_KEY } from '../answers/tab-storage.ts';

/** The variables of an upload's mutation. The mutation cache keeps them, so an upload continues after its page is left. */
export interface Upload {
  readonly file: File;
  /** The photos that the file was made of; empty for other files. */
  readonly photos: readonly File[];
  readonly stop: AbortController;
}

export function isUpload(variables: unknown): variables is Upload {
  return typeof variables === 'object' && variables !== null && 'file' in variables && 'stop' in variables;
}

/** The keys of the questions whose uploads run in this tab, without the names of the files. */
const stored = () => storedText(storageOf('sessionStorage'), RUNNING_UPLOADS_KEY);
const readUploads = () => new Set<string>(stored().read()?.split(' '));
const keepUploads = (keys: ReadonlySet<string>) => stored().write([...keys].join(' '));

export function uploadBegins(key: string): void {
  keepUploads(readUploads().add(key));
}

export function uploadEnds(key: string): void {
  const keys = readUploads();
  if (keys.delete(key)) keepUploads(keys);
}

/** Whether an upload has begun in this tab without an end. Unless it runs on this page, a reload has interrupted it. */
export const isUploadOpen = (key: string): boolean => readUploads().has(key);
