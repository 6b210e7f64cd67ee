import * as z from 'zod/mini';
import type { ConversionProblem } from '../converter.ts';
import { cleanPdf } from './clean-pdf.ts';
import { encodeFrame, FrameReader } from './frames.ts';
import { pictureToPdf } from './picture-to-pdf.ts';
import { Refused } from './refused.ts';

/**
 * The converter process: opens pictures and PDFs of strangers in the worker's stead, walled off by it. Does one thing
 * at a time; whatever goes wrong in here, only this process is lost.
 */
const requestSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('picture-to-pdf') }),
  z.object({ operation: z.literal('clean-pdf'), mostPages: z.int() }),
]);

async function answer(header: unknown, body: Buffer): Promise<Buffer> {
  const request = requestSchema.parse(header);
  switch (request.operation) {
    case 'picture-to-pdf':
      return encodeFrame({ ok: true, pages: 1 }, await pictureToPdf(body));
    case 'clean-pdf': {
      const { pdf, pages } = await cleanPdf(body, request.mostPages);
      return encodeFrame({ ok: true, pages }, pdf);
    }
  }
}

/** Only what is the matter with the file; never words that quote it. */
function problemOf(error: unknown): ConversionProblem {
  if (error instanceof Refused) return error.problem;
  const words = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(words)) return 'too_much_inside';
  return /timeout/i.test(words) ? 'too_slow' : 'damaged';
}

const reader = new FrameReader();
let last: Promise<void> = Promise.resolve();

process.stdin.on('data', (piece: Buffer) => {
  for (const { header, body } of reader.push(piece)) {
    last = last.then(async () => {
      const reply = await answer(header, body).catch((error: unknown) => {
        return encodeFrame({ ok: false, problem: problemOf(error) }, Buffer.alloc(0));
      });
      process.stdout.write(reply);
    });
  }
});
process.stdin.on('end', () => void last.then(() => process.exit(0)));
