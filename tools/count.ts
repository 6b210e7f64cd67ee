import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { countWords, MAX_DOCUMENT_WORDS } from './document-words.ts';

/** npm run count: prints lines and files by folder for the product, its tests and the harness, and the words of docs/, with the aims. */
const root = path.resolve(import.meta.dirname, '..');
const CODE = /[.](tsx?|mjs|css|sql|html)$/;
const PRODUCT = /^(apps|packages|forms|partners)\//;
const HARNESS = /^(checks|tools)\//;
const TEST = /[.](test|testing|contract)[.]tsx?$|\/testing\/|\/testing[.]ts$|vitest[.]config/;
const AIMS: Readonly<Record<string, number>> = { product: 62_500, harness: 11_500 };

const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
const tracked = stdout.split('\n').filter((file) => file !== '' && fs.existsSync(path.join(root, file)));
const files = tracked.filter((file) => CODE.test(file));

/** The part that a file belongs to; the harness counts with its tests. */
function partOf(file: string): string {
  if (HARNESS.test(file)) return 'harness';
  if (!PRODUCT.test(file)) return file.startsWith('e2e/') ? 'walks' : 'other';
  return TEST.test(file) ? 'tests of the product' : 'product';
}

/** The first two levels of a file's folder; in the apps, down to one level below src. */
function roomOf(file: string): string {
  const parts = path.dirname(file).split('/');
  return parts.slice(0, parts[0] === 'apps' && parts[2] === 'src' ? 4 : 2).join('/');
}

const linesIn = (counted: readonly string[]) =>
  counted.reduce((sum, file) => sum + fs.readFileSync(path.join(root, file), 'utf8').split('\n').length - 1, 0);

function row(name: string, counted: readonly string[]): string {
  const lines = linesIn(counted);
  return `${name.padEnd(44)}${lines.toLocaleString('en-US').padStart(8)} lines ${String(counted.length).padStart(5)} files`;
}

for (const [part, partFiles] of Map.groupBy(files, partOf)) {
  const aim = AIMS[part] === undefined ? '' : `   aim: at most ${AIMS[part].toLocaleString('en-US')}`;
  console.log(row(part, partFiles) + aim);
  const rooms = [...Map.groupBy(partFiles, roomOf)].sort(([, a], [, b]) => linesIn(b) - linesIn(a));
  for (const [name, room] of rooms) console.log(row(`  ${name}`, room));
}

const pages = tracked.filter((file) => file.startsWith('docs/') && file.endsWith('.md'));
const words = pages.reduce((sum, page) => sum + countWords(fs.readFileSync(path.join(root, page), 'utf8')), 0);
console.log(
  `${'docs'.padEnd(44)}${words.toLocaleString('en-US').padStart(8)} words ${String(pages.length).padStart(5)} files   aim: at most ${MAX_DOCUMENT_WORDS.toLocaleString('en-US')}`,
);
