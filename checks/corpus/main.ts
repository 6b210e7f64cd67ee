import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '@firstyear/document-converter';
import { localConverter } from '@firstyear/document-converter/local-converter';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import type { CorpusFile } from './corpus-file.ts';
import { pdfFiles } from './pdf-files.ts';
import { pictureFiles } from './picture-files.ts';
import { wordFiles } from './word-files.ts';

/**
 * `npm run test:corpus`: makes files with real programs (LibreOffice, Chromium, Ghostscript, qpdf, sharp, libheif), converts each,
 * and compares what comes out with what must: words, number of pages, or the reason why not. Files and results are kept in
 * node_modules/.cache/corpus for inspection. Exit code 1 when one differs.
 */
const FOLDER = path.resolve(import.meta.dirname, '../../node_modules/.cache/corpus');
const withoutSpace = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

/** What is wrong with the result; nothing when it is as it must be. */
async function judge({ content, name, expected }: CorpusFile, convert: (content: Uint8Array) => Promise<Uint8Array>) {
  const result = await convert(content).catch((error: unknown) => {
    if (error instanceof ConversionError) return error.problem;
    throw error;
  });
  if (typeof result === 'string') return 'problem' in expected && expected.problem === result ? undefined : result;
  await writeFile(path.join(FOLDER, `${name}.pdf`), result);
  if ('problem' in expected) return `converted instead of ${expected.problem}`;
  const { sheets } = await readPdf(result);
  if (sheets.length !== expected.pages) return `${sheets.length} pages instead of ${expected.pages}`;
  const text = withoutSpace(sheets.join(''));
  const missing = expected.words.filter((word) => !text.includes(withoutSpace(word)));
  return missing.length === 0 ? undefined : `without ${missing.join(', ')}`;
}

await mkdir(FOLDER, { recursive: true });
const files = [...(await pictureFiles()), ...(await pdfFiles(FOLDER)), ...(await wordFiles(FOLDER))];
const converter = localConverter({ searchPath: process.env.PATH ?? '', concurrency: 1 });
const { signal } = new AbortController();
let wrong = 0;
for (const file of files) {
  await writeFile(path.join(FOLDER, file.name), file.content);
  const fault = await judge(file, async (content) => (await converter.convert(content, signal)).pdf);
  if (fault !== undefined) wrong += 1;
  console.log(
    `${fault === undefined ? 'as it must be' : 'WRONG'}  ${file.name}${fault === undefined ? '' : `: ${fault}`}`,
  );
}
await converter.close();
console.log(`${files.length} files, ${wrong} not as they must be. ${wrong === 0 ? 'PASSED' : 'FAILED'}`);
process.exitCode = wrong === 0 ? 0 : 1;
