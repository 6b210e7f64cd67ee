import fs from 'node:fs';

const MAX_BYTES = 10 * 1024 * 1024;
/** Earlier parts that are kept beside a log: `.1` is the newest. */
const MAX_PARTS = 3;

export interface LogFile {
  write(text: string | Uint8Array): void;
  end(): void;
}

/**
 * Opens a log for appending. One that has grown too large is put aside as `.1` while it is written to, earlier parts as
 * `.2` and `.3`; older ones go. So a log never takes more than four times `maxBytes`. Lines are written at once: what a
 * process said last is there when it dies.
 */
export function openLog(file: string, maxBytes: number = MAX_BYTES): LogFile {
  const open = () => fs.openSync(file, 'a', 0o600);
  let descriptor: number | undefined = open();
  let size = fs.fstatSync(descriptor).size;

  const rotate = (current: number): number => {
    fs.closeSync(current);
    for (let part = MAX_PARTS; part >= 1; part -= 1) {
      const newer = part === 1 ? file : `${file}.${part - 1}`;
      if (fs.existsSync(newer)) fs.renameSync(newer, `${file}.${part}`);
    }
    size = 0;
    return open();
  };

  return {
    write(text) {
      if (descriptor === undefined) return;
      const bytes = Buffer.from(text);
      if (size > 0 && size + bytes.length > maxBytes) descriptor = rotate(descriptor);
      fs.writeSync(descriptor, bytes);
      size += bytes.length;
    },
    end() {
      if (descriptor !== undefined) fs.closeSync(descriptor);
      descriptor = undefined;
    },
  };
}
