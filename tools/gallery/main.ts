import path from 'node:path';
import { runProgram } from '../test/run-program.ts';
import { ensureTestTools } from '../test/test-tools.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * npm run gallery [-- es]: takes the pictures of the product, in Spanish with `es`; in English also those of docs/. Further
 * arguments go to Playwright.
 */
const [first = '', ...others] = process.argv.slice(2);
const env = { GALLERY_LANGUAGE: first };
const args = first === 'es' ? others : process.argv.slice(2);
await ensureTestTools();
const command = ['test', '--config', 'tools/gallery/gallery.config.ts', ...args];
process.exitCode = (await runProgram(ROOT, '@playwright/test/cli.js', command, { show: true, env })).code;
