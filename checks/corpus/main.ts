import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '@firstyear/document-converter';
import { localConverter } from '@firstyear/document-converter/local-converter';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import { runCommand } from '../support/command.ts';
import { ROOT } from '../support/processes.ts';
import { type CorpusFile, makeCorpus } from './files.ts';

const FOLDER = path.join(ROOT, 'node_modules/.cache/corpus');
const withoutSpace = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

/** Converts a file; returns the difference to the expected result, if there is one. */
async function findDifference(
  { content, name, expected }: CorpusFile,
  convert: (content: Uint8Array) => Promise<Uint8Array>,
) {
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

/**
 * `npm run test:corpus`: converts files made by real programs (LibreOffice, Chromium, Ghostscript, qpdf), and compares the words
 * and pages of each PDF, or the reason for a refusal, with the expected ones. Files and results stay in node_modules/.cache/corpus
 * for inspection. Exit code 1 when one differs.
 */
await runCommand(async ({ onEnd }, signal) => {
  await mkdir(FOLDER, { recursive: true });
  const files = await makeCorpus(FOLDER);
  const converter = localConverter({ searchPath: process.env.PATH ?? '', concurrency: 1 });
  onEnd(() => converter.close());
  let wrong = 0;
  for (const file of files) {
    await writeFile(path.join(FOLDER, file.name), file.content);
    const difference = await findDifference(file, async (content) => (await converter.convert(content, signal)).pdf);
    if (difference !== undefined) wrong += 1;
    console.log(difference === undefined ? `ok     ${file.name}` : `WRONG  ${file.name}: ${difference}`);
  }
  console.log(`${files.length} files, ${wrong} wrong. ${wrong === 0 ? 'PASSED' : 'FAILED'}`);
  return wrong === 0;
});
