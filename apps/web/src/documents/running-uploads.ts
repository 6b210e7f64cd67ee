import { askStorage, RUNNING_UPLOADS_KEY, storageOf } from '../answers/tab-storage.ts';

/** The keys of the questions whose uploads run in this tab, without the names of the files. */
function readUploads(): ReadonlySet<string> {
  const kept = askStorage(storageOf('sessionStorage'), (from) => from.getItem(RUNNING_UPLOADS_KEY));
  return new Set(kept?.split(' '));
}

function keepUploads(keys: ReadonlySet<string>): void {
  askStorage(storageOf('sessionStorage'), (to) => to.setItem(RUNNING_UPLOADS_KEY, [...keys].join(' ')));
}

export function uploadBegins(key: string): void {
  keepUploads(new Set(readUploads()).add(key));
}

export function uploadEnds(key: string): void {
  const keys = new Set(readUploads());
  if (keys.delete(key)) keepUploads(keys);
}

/** Whether an upload was begun here that has no end. Unless it runs on this page, a reload has cut it. */
export function isUploadOpen(key: string): boolean {
  return readUploads().has(key);
}
