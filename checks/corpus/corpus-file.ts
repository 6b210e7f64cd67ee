import type { ConversionProblem } from '@firstyear/document-converter';

/** A file of the corpus, and what must come out of it. */
export interface CorpusFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly expected: Expectation;
}

export type Expectation =
  | {
      /** Words that the PDF's text holds, white space aside; none for pictures. */
      readonly words: readonly string[];
      readonly pages: number;
    }
  | { readonly problem: ConversionProblem };
