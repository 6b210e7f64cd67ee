import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError, type Converted } from '@firstyear/document-converter';
import { localConverter } from '@firstyear/document-converter/local-converter';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import sharp from 'sharp';
import { runCommand } from '../support/command.ts';
import { ROOT } from '../support/processes.ts';
import { type CorpusFile, makeCorpus } from './files.ts';

const FOLDER = path.join(ROOT, 'node_modules/.cache/corpus');
/** Of 255. */
const NEARLY_WHITE = 200;
const withoutSpace = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

/** Converts a file; returns what is wrong with the result, if anything is. */
async function findDifference(
  { content, name, words, pages }: CorpusFile,
  convert: (content: Uint8Array) => Promise<Converted>,
): Promise<string | undefined> {
  const result = await convert(content).catch((error: unknown) => {
    if (error instanceof ConversionError) return error.problem;
    throw error;
  });
  if (typeof result === 'string') return `refused as ${result}`;
  await writeFile(path.join(FOLDER, `${name}.pdf`), result.pdf);
  const { sheets } = await readPdf(result.pdf);
  if (sheets.length !== pages) return `${sheets.length} pages instead of ${pages}`;
  const text = withoutSpace(sheets.join(''));
  const missing = words.filter((word) => !text.includes(withoutSpace(word)));
  if (missing.length > 0) return `without ${missing.join(', ')}`;
  const [first] = result.thumbnails;
  const isWhite = first && (await sharp(first).stats()).channels.every(({ min }) => min > NEARLY_WHITE);
  return isWhite ? 'a white first page' : undefined;
}

/**
 * `npm run test:corpus`: converts files made by real programs (LibreOffice, Chromium, qpdf, and Ghostscript if it is installed),
 * and compares the words and pages of each PDF with the expected ones; files that people made odd are in the converter's own tests. Files
 * and results stay in node_modules/.cache/corpus for inspection. Exit code 1 when one differs.
 */
await runCommand(async ({ onEnd }, signal) => {
  await mkdir(FOLDER, { recursive: true });
  const files = await makeCorpus(FOLDER);
  const converter = localConverter({ searchPath: process.env.PATH ?? '', concurrency: 1 });
  onEnd(() => converter.close());
  let right = 0;
  for (const file of files) {
    await writeFile(path.join(FOLDER, file.name), file.content);
    const difference = await findDifference(file, (content) => converter.convert(content, signal));
    console.log(difference === undefined ? `ok     ${file.name}` : `WRONG  ${file.name}: ${difference}`);
    if (difference === undefined) right += 1;
  }
  console.log(`${files.length} files: ${right} right. ${right === files.length ? 'PASSED' : 'FAILED'}`);
  return right === files.length;
});
