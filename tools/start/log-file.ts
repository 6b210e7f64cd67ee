import fs from 'node:fs';

const MAX_BYTES = 10 * 1024 * 1024;

/** Opens a log for appending. One that has grown too large is put aside as `.1` first. */
export function openLog(file: string): fs.WriteStream {
  if (fs.existsSync(file) && fs.statSync(file).size > MAX_BYTES) fs.renameSync(file, `${file}.1`);
  return fs.createWriteStream(file, { flags: 'a', mode: 0o600 });
}
