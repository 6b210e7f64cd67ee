import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { countWords, MAX_DOCUMENT_WORDS } from './document-words.ts';

/** npm run count: lines and files by room, for the product, its tests and the harness, and words of docs/, beside their aims. */
const root = path.resolve(import.meta.dirname, '..');
const CODE = /[.](tsx?|mjs|css|sql|html)$/;
const PRODUCT = /^(apps|packages|forms|partners)\//;
const HARNESS = /^(checks|tools)\//;
const TEST = /[.](test|testing|contract)[.]tsx?$|\/testing\/|\/testing[.]ts$|vitest[.]config/;
const AIMS: Readonly<Record<string, number>> = { product: 43_000, harness: 12_000 };

const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
const tracked = stdout.split('\n').filter((file) => file !== '' && fs.existsSync(path.join(root, file)));
const files = tracked.filter((file) => CODE.test(file));

/** The part that a file belongs to; the harness counts with its tests. */
function partOf(file: string): string {
  if (HARNESS.test(file)) return 'harness';
  if (!PRODUCT.test(file)) return file.startsWith('e2e/') ? 'walks' : 'other';
  return TEST.test(file) ? 'tests of the product' : 'product';
}

/** Rooms are folders of two levels; those of the apps, one level below src. */
function roomOf(file: string): string {
  const parts = path.dirname(file).split('/');
  return parts.slice(0, parts[0] === 'apps' && parts[2] === 'src' ? 4 : 2).join('/');
}

interface Sum {
  readonly lines: number;
  readonly files: number;
}

const sums = new Map<string, Map<string, Sum>>();
for (const file of files) {
  const rooms = sums.get(partOf(file)) ?? new Map<string, Sum>();
  sums.set(partOf(file), rooms);
  const { lines = 0, files: count = 0 } = rooms.get(roomOf(file)) ?? {};
  const own = fs.readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
  rooms.set(roomOf(file), { lines: lines + own, files: count + 1 });
}

const row = (name: string, { lines, files: count }: Sum) =>
  `${name.padEnd(44)}${lines.toLocaleString('en-US').padStart(8)} lines ${String(count).padStart(5)} files`;
for (const [part, rooms] of sums) {
  const all = [...rooms.values()];
  const total = {
    lines: all.reduce((sum, { lines }) => sum + lines, 0),
    files: all.reduce((sum, one) => sum + one.files, 0),
  };
  console.log(
    row(part, total) + (AIMS[part] === undefined ? '' : `   aim: at most ${AIMS[part].toLocaleString('en-US')}`),
  );
  for (const [room, sum] of [...rooms].sort(([, one], [, other]) => other.lines - one.lines))
    console.log(row(`  ${room}`, sum));
}

const pages = tracked.filter((file) => file.startsWith('docs/') && file.endsWith('.md'));
const words = pages.reduce((sum, page) => sum + countWords(fs.readFileSync(path.join(root, page), 'utf8')), 0);
console.log(
  `${'docs'.padEnd(44)}${words.toLocaleString('en-US').padStart(8)} words ${String(pages.length).padStart(5)} files   aim: at most ${MAX_DOCUMENT_WORDS.toLocaleString('en-US')}`,
);
