import type { Converted } from './process/conversion.ts';

export {
  CONVERSION_PROBLEMS,
  ConversionError,
  type ConversionProblem,
  type Converted,
  LOSS_HINTS,
  type LossHint,
  MAX_THUMBNAILS,
  type PageHint,
  PHOTO_HINTS,
  type PhotoHint,
} from './process/conversion.ts';

/** The wall time ended before the processor time was used up: the machine is too busy, or the program hangs. */
export class ConverterTimedOut extends Error {
  override readonly name = 'ConverterTimedOut';

  constructor() {
    super('A converter got too little processor time within its wall time.');
  }
}

/** The programs that a kind of file needs. */
export type ConverterPart = 'pdf' | 'word';

/** A required program is missing, and the file waits for it. */
export class ConverterMissing extends Error {
  override readonly name = 'ConverterMissing';
  readonly part: ConverterPart;

  constructor(part: ConverterPart) {
    super(`The program that converts ${part} files is not installed.`);
    this.part = part;
  }
}

export interface DocumentConverter {
  /** Whether the programs of a part are installed now. */
  has(part: ConverterPart): boolean;
  /**
   * Converts an untrusted file to a clean PDF. Its content alone decides its kind.
   * @throws ConversionError when the file is at fault, ConverterMissing when a program is missing, ConverterTimedOut when the
   * machine is too busy
   */
  convert(content: Uint8Array, signal: AbortSignal): Promise<Converted>;
  /** Kills running conversions. */
  close(): Promise<void>;
}
