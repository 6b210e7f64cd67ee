import fs from 'node:fs';
import { errorCode } from '@firstyear/processes/error-code';

const MAX_BYTES = 10 * 1024 * 1024;
/** Earlier parts that are kept beside a log: `.1` is the newest. */
const MAX_PARTS = 3;

export interface LogFile {
  /** Never fails: what cannot be written is left out, and the log says so as soon as it can be written to again. */
  write(text: string | Uint8Array): void;
  end(): void;
}

export interface LogFileOptions {
  readonly maxBytes?: number;
  /** Told in a sentence, once, when the log cannot be written to. */
  readonly warn?: (sentence: string) => void;
}

/** The end of a line may be missing where the disk became full. */
function gapNotice(count: number): Buffer {
  const msg = `${count} ${count === 1 ? 'line is' : 'lines are'} missing here, because the log could not be written to`;
  return Buffer.from(`\n${JSON.stringify({ level: 40, time: Date.now(), msg })}\n`);
}

function describeFailure(error: unknown): string {
  return errorCode(error) === 'ENOSPC' ? 'the disk is full' : (errorCode(error) ?? String(error));
}

/**
 * Opens a log for appending. One that has grown too large is put aside as `.1` while it is written to, earlier parts as
 * `.2` and `.3`; older ones go. So a log never takes more than four times `maxBytes`. Lines are written at once: what a
 * process said last is there when it dies.
 */
export function openLog(file: string, options: LogFileOptions = {}): LogFile {
  const { maxBytes = MAX_BYTES, warn = console.error } = options;
  let descriptor: number | undefined;
  let size = 0;
  let missing = 0;
  let hasEnded = false;

  const open = (): number => {
    descriptor = fs.openSync(file, 'a', 0o600);
    size = fs.fstatSync(descriptor).size;
    return descriptor;
  };

  const close = (): void => {
    const current = descriptor;
    descriptor = undefined;
    if (current !== undefined) fs.closeSync(current);
  };

  const rotate = (): void => {
    close();
    for (let part = MAX_PARTS; part >= 1; part -= 1) {
      const newer = part === 1 ? file : `${file}.${part - 1}`;
      if (fs.existsSync(newer)) fs.renameSync(newer, `${file}.${part}`);
    }
  };

  const append = (bytes: Buffer): void => {
    const current = descriptor ?? open();
    // A disk that is nearly full takes a part of them.
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(current, bytes, at);
    size += bytes.length;
  };

  return {
    write(text) {
      if (hasEnded) return;
      const bytes = Buffer.from(text);
      try {
        if (missing > 0) append(gapNotice(missing));
        missing = 0;
        if (size > 0 && size + bytes.length > maxBytes) rotate();
        append(bytes);
      } catch (error) {
        if (missing === 0)
          warn(`${file} cannot be written to (${describeFailure(error)}); lines are left out until it can.`);
        missing += 1;
        try {
          // Reopened at the next line: the folder may be another one by then.
          close();
        } catch {
          // Nothing more can be done for this line.
        }
      }
    },
    end() {
      hasEnded = true;
      close();
    },
  };
}
