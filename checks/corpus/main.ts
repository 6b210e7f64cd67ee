import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONVERSION_PROBLEMS, ConversionError, type Converted } from '@firstyear/document-converter';
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

/** Converts a file; returns the difference to the expected result, if there is one. */
async function findDifference(
  { content, name, expected }: CorpusFile,
  convert: (content: Uint8Array) => Promise<Converted>,
) {
  const result = await convert(content).catch((error: unknown) => {
    if (error instanceof ConversionError) return error.problem;
    throw error;
  });
  if (typeof result === 'string') return 'problem' in expected && expected.problem === result ? undefined : result;
  await writeFile(path.join(FOLDER, `${name}.pdf`), result.pdf);
  if ('problem' in expected) return `converted instead of ${expected.problem}`;
  const { sheets } = await readPdf(result.pdf);
  if (sheets.length !== expected.pages) return `${sheets.length} pages instead of ${expected.pages}`;
  const text = withoutSpace(sheets.join(''));
  const missing = expected.words.filter((word) => !text.includes(withoutSpace(word)));
  if (missing.length > 0) return `without ${missing.join(', ')}`;
  if (expected.hidden !== undefined && text.includes(expected.hidden))
    return `with ${expected.hidden}, which is hidden`;
  const [first] = result.thumbnails;
  const isWhite = first && (await sharp(first).stats()).channels.every(({ min }) => min > NEARLY_WHITE);
  return isWhite ? 'a white first page' : undefined;
}

/**
 * `npm run test:corpus`: converts files made by real programs (LibreOffice, Chromium, qpdf, and Ghostscript if it is installed) and
 * rebuilt ones, and compares the words and pages of each PDF, or the reason for a refusal, with the expected ones. Files and results stay in node_modules/.cache/corpus
 * for inspection. Exit code 1 when one differs.
 */
await runCommand(async ({ onEnd }, signal) => {
  await mkdir(FOLDER, { recursive: true });
  const files = await makeCorpus(FOLDER);
  const converter = localConverter({ searchPath: process.env.PATH ?? '', concurrency: 1 });
  onEnd(() => converter.close());
  const counts = { right: 0, wrong: 0, 'wrongly refused': 0 };
  for (const file of files) {
    await writeFile(path.join(FOLDER, file.name), file.content);
    const difference = await findDifference(file, (content) => converter.convert(content, signal));
    console.log(difference === undefined ? `ok     ${file.name}` : `WRONG  ${file.name}: ${difference}`);
    const isRefusal = CONVERSION_PROBLEMS.some((problem) => problem === difference);
    counts[difference === undefined ? 'right' : isRefusal ? 'wrongly refused' : 'wrong'] += 1;
  }
  const isPassed = counts.right === files.length;
  const all = Object.entries(counts).map(([result, count]) => `${count} ${result}`);
  console.log(`${files.length} files: ${all.join(', ')}. ${isPassed ? 'PASSED' : 'FAILED'}`);
  return isPassed;
});
