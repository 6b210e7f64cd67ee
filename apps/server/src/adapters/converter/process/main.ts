import * as z from 'zod/mini';
import { cleanPdf } from './clean-pdf.ts';
import { encodeFrame, FrameReader } from './frames.ts';
import { pictureToPdf } from './picture-to-pdf.ts';

/**
 * The converter process: opens pictures and PDFs of strangers in the worker's stead, walled off by it. Does one thing
 * at a time; whatever goes wrong in here, only this process is lost.
 */
const requestSchema = z.object({ operation: z.enum(['picture-to-pdf', 'clean-pdf']) });

async function answer(header: unknown, body: Buffer): Promise<Buffer> {
  const { operation } = requestSchema.parse(header);
  switch (operation) {
    case 'picture-to-pdf':
      return encodeFrame({ ok: true, pages: 1 }, await pictureToPdf(body));
    case 'clean-pdf': {
      const { pdf, pages } = await cleanPdf(body);
      return encodeFrame({ ok: true, pages }, pdf);
    }
  }
}

const reader = new FrameReader();
let last: Promise<void> = Promise.resolve();

process.stdin.on('data', (piece: Buffer) => {
  for (const { header, body } of reader.push(piece)) {
    last = last.then(async () => {
      const reply = await answer(header, body).catch((error: unknown) => {
        // Only whether there were too many pixels or too little time; never words that quote the file.
        const words = error instanceof Error ? error.message : '';
        const problem = /pixel limit/i.test(words)
          ? 'too_much_inside'
          : /timeout/i.test(words)
            ? 'too_slow'
            : 'damaged';
        return encodeFrame({ ok: false, problem }, Buffer.alloc(0));
      });
      process.stdout.write(reply);
    });
  }
});
process.stdin.on('end', () => void last.then(() => process.exit(0)));
