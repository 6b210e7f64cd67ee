import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from '../test/run-program.ts';
import { ensureTestTools } from '../test/test-tools.ts';
import { LANGUAGES } from './pictures.ts';
import { makePseudoProduct } from './pseudo-product.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Takes the pictures of the product in a folder. */
async function takePictures(folder: string): Promise<void> {
  const env = {
    GALLERY_LANGUAGE: language ?? 'en',
    GALLERY_FOLDER: path.join(ROOT, 'docs/gallery'),
    ...(isForDocuments && { GALLERY_ONLY: 'documents' }),
  };
  const command = ['test', '--config', 'tools/gallery/gallery.config.ts', ...args];
  const { code } = await runProgram(folder, '@playwright/test/cli.js', command, { show: true, env });
  process.exitCode = code;
}

const [first = '', ...others] = process.argv.slice(2);
/** `docs`: only the pictures of docs/, which every run in English takes. */
const isForDocuments = first === 'docs';
const language = LANGUAGES.find((language) => language === first);
const args = language === undefined && !isForDocuments ? process.argv.slice(2) : others;

await ensureTestTools();
if (language === 'pseudo' || language === 'rtl') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-gallery-'));
  try {
    await makePseudoProduct(ROOT, folder, language === 'rtl' ? 'rtl' : 'ltr');
    await takePictures(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
} else await takePictures(ROOT);
