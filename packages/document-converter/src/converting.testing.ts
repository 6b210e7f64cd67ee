import { afterAll } from 'vitest';
import { ConversionError } from './converter.ts';
import { localConverter } from './local-converter.ts';

/** The real converter for the tests of one file, closed after them. */
export function convertingTests({ concurrency = 1 } = {}) {
  const converter = localConverter({ searchPath: process.env.PATH ?? '', concurrency });
  afterAll(() => converter.close());
  const convertFully = (content: Uint8Array) => converter.convert(content, new AbortController().signal);
  const convert = async (content: Uint8Array) => (await convertFully(content)).pdf;
  /** Why a file is refused, or 'converted'. */
  const problemOf = async (content: Uint8Array): Promise<string> => {
    const error = await convert(content).then(
      () => 'converted',
      (reason: unknown) => reason,
    );
    return error instanceof ConversionError ? error.problem : String(error);
  };
  return { converter, convert, convertFully, problemOf };
}
