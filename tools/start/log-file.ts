import fs from 'node:fs';
import { errorCode } from '@firstyear/processes/error-code';

const MAX_BYTES = 10 * 1024 * 1024;
/** The number of earlier parts that are kept beside a log; `.1` is the newest. */
const MAX_PARTS = 3;

/** Writes to a log. Never throws: lines that can't be written are left out. */
export type Log = (text: string | Uint8Array) => void;

interface LogOptions {
  readonly maxBytes?: number;
  /** Called once, with a sentence, when the log cannot be written to. */
  readonly warn?: (sentence: string) => void;
}

function describeFailure(error: unknown): string {
  return errorCode(error) === 'ENOSPC' ? 'the disk is full' : (errorCode(error) ?? String(error));
}

function rotate(file: string): void {
  for (let part = MAX_PARTS; part >= 1; part -= 1) {
    const newer = part === 1 ? file : `${file}.${part - 1}`;
    if (fs.existsSync(newer)) fs.renameSync(newer, `${file}.${part}`);
  }
}

/**
 * Opens a log for appending. A log that has grown too large becomes `.1`, and earlier parts `.2` and `.3`, so it never takes more
 * than four times `maxBytes`. Lines are written at once, so that none is lost when a process dies.
 */
export function openLog(file: string, { maxBytes = MAX_BYTES, warn = console.error }: LogOptions = {}): Log {
  let isFailing = false;
  const append = (text: string | Uint8Array): void => {
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + Buffer.byteLength(text) > maxBytes) rotate(file);
    fs.appendFileSync(file, text, { mode: 0o600 });
  };
  return (text) => {
    try {
      append(text);
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        warn(`${file} cannot be written to (${describeFailure(error)}); lines are left out until it can.`);
      isFailing = true;
    }
  };
}
