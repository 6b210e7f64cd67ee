import { ConversionError, type Converted } from './conversion.ts';
import { encodeFrame, joinParts, readFrames, requestSchema, splitParts } from './messages.ts';
import { cleanPdf } from './pdf/clean-pdf.ts';
import { picturesToPdf } from './pictures-to-pdf.ts';
import { prepareWord } from './word/prepare-word.ts';

// The converter process: opens strangers' files for the worker, behind its walls, one at a time. Whatever goes wrong here,
// only this process is lost.

function encodeConverted({ pdf, pages, hints, thumbnails }: Converted): Buffer {
  const { sizes, body } = joinParts([pdf, ...thumbnails]);
  return encodeFrame({ ok: true, pages, hints, sizes }, body);
}

async function handle(header: unknown, body: Buffer): Promise<Buffer> {
  const request = requestSchema.parse(header);
  switch (request.operation) {
    case 'pictures-to-pdf':
      return encodeConverted(await picturesToPdf(splitParts(request.sizes, body)));
    case 'prepare-word': {
      const { docx, word } = await prepareWord(body);
      return encodeFrame({ ok: true, word }, docx);
    }
    case 'clean-pdf':
      return encodeConverted(await cleanPdf(body, request));
  }
}

/** Only the file's problem; never a message that quotes the file. */
function encodeError(error: unknown): Buffer {
  const { problem, page } = error instanceof ConversionError ? error : new ConversionError('damaged');
  return encodeFrame({ ok: false, problem, page });
}

// Everything is loaded: the worker hands out a process only after this.
process.stdout.write(encodeFrame({ ok: true }));
for await (const { header, body } of readFrames(process.stdin)) {
  process.stdout.write(await handle(header, body).catch(encodeError));
}
process.exit(0);
