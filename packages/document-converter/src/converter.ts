import type { Converted } from './process/conversion.ts';

export {
  CONVERSION_PROBLEMS,
  ConversionError,
  type ConversionProblem,
  type Converted,
  type PageHint,
  PHOTO_HINTS,
  type PhotoHint,
  WORD_HINTS,
  type WordHint,
} from './process/conversion.ts';

/** The wall time was over before the processor time was used up: the machine is too busy, or the program hangs. */
export class ConverterTimedOut extends Error {
  override readonly name = 'ConverterTimedOut';

  constructor() {
    super('A converter got too little processor time within its wall time.');
  }
}

/** Programs of the machine that a kind of file needs. */
export type ConverterPart = 'pdf' | 'word';

/** A program that is needed is not there: the file waits for it. */
export class ConverterMissing extends Error {
  override readonly name = 'ConverterMissing';
  readonly part: ConverterPart;

  constructor(part: ConverterPart) {
    super(`The program that converts ${part} files is not installed.`);
    this.part = part;
  }
}

/** Pages that are shown as small pictures: more than photos can be joined into one document. */
export const MAX_THUMBNAILS = 8;

export interface DocumentConverter {
  /** Whether the programs of a part are there now. */
  has(part: ConverterPart): boolean;
  /**
   * Makes a clean PDF of a file that comes from outside. Its content says what it is.
   * @throws ConversionError when the file is at fault, ConverterMissing when a program is not there, ConverterTimedOut when
   * the machine is too busy
   */
  convert(content: Uint8Array, signal: AbortSignal): Promise<Converted>;
  /** Ends what still runs. */
  close(): Promise<void>;
}
