import * as z from 'zod/mini';
import type { ConversionProblem, Converted } from '../converter.ts';
import { encodeFrame, FrameReader, joinParts, splitParts } from './frames.ts';
import { cleanPdf } from './pdf/clean-pdf.ts';
import { PageError, picturesToPdf } from './pictures-to-pdf.ts';
import { Refused } from './refused.ts';
import { prepareWord } from './word/prepare-word.ts';
import { wordContentSchema } from './word/word-content.ts';

/**
 * The converter process: opens files of strangers in the worker's stead, walled off by it. Does one thing at a time;
 * whatever goes wrong in here, only this process is lost.
 */
const requestSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('pictures-to-pdf'), sizes: z.array(z.int().check(z.nonnegative())) }),
  z.object({ operation: z.literal('prepare-word') }),
  z.object({
    operation: z.literal('clean-pdf'),
    maxPages: z.int(),
    isRepaired: z.boolean(),
    word: z.optional(wordContentSchema),
  }),
]);

function reply({ pdf, pages, hints, thumbnails }: Converted): Buffer {
  const { sizes, body } = joinParts([pdf, ...thumbnails]);
  return encodeFrame({ ok: true, pages, hints, sizes }, body);
}

async function handle(header: unknown, body: Buffer): Promise<Buffer> {
  const request = requestSchema.parse(header);
  switch (request.operation) {
    case 'pictures-to-pdf':
      return reply(await picturesToPdf(splitParts(request.sizes, body)));
    case 'prepare-word': {
      const { docx, word } = await prepareWord(body);
      return encodeFrame({ ok: true, word }, docx);
    }
    case 'clean-pdf': {
      const { maxPages, isRepaired, word } = request;
      return reply(await cleanPdf(body, { maxPages, isRepaired, word }));
    }
  }
}

/** Only what is the matter with the file; never words that quote it. */
function problemOf(error: unknown): ConversionProblem {
  if (error instanceof Refused) return error.problem;
  const words = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(words)) return 'too_much_inside';
  // 12 bits per color, lossless, arithmetic coding: nothing is wrong with such a JPEG, but our decoder has no part for it.
  return /Unsupported JPEG|feature was omitted/i.test(words) ? 'unreadable_picture' : 'damaged';
}

const reader = new FrameReader();
let last: Promise<void> = Promise.resolve();

process.stdin.on('data', (piece: Buffer) => {
  for (const { header, body } of reader.push(piece)) {
    last = last.then(async () => {
      const answered = await handle(header, body).catch((error: unknown) => {
        const [cause, page] = error instanceof PageError ? [error.cause, error.page] : [error];
        return encodeFrame({ ok: false, problem: problemOf(cause), page }, Buffer.alloc(0));
      });
      process.stdout.write(answered);
    });
  }
});
// Everything is loaded: the worker hands out a process only after this.
process.stdout.write(encodeFrame({ ok: true }, Buffer.alloc(0)));
process.stdin.on('end', () => void last.then(() => process.exit(0)));
