import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { activePdf, textPdf, throughQpdf } from '@firstyear/document-converter/testing/corpus';
import {
  bombPdf,
  circularPdf,
  commentedPdf,
  dynamicForm,
  formPdf,
  layeredPdf,
  lockedOtherwise,
  miscountedPdf,
  unreadablePdf,
} from '@firstyear/document-converter/testing/pdf-corpus';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';
import type { CorpusFile, Expectation } from './corpus-file.ts';

const run = promisify(execFile);
const shows = (pages: number, ...words: readonly string[]): Expectation => ({ words, pages });

const PRINTED: readonly (readonly [string, string, number, readonly string[]])[] = [
  ['plain', '<h1>Record of Ada Testperson</h1><p>All grades are A.', 1, ['Record of Ada Testperson', 'All grades']],
  ['two pages', '<p>First<p style="break-before:page">Second', 2, ['First', 'Second']],
  [
    'blank page',
    '<p>First<div style="break-before:page;height:1px"></div><p style="break-before:page">Third',
    3,
    ['Third'],
  ],
  ['table', '<table border=1><tr><td>Biology<td>A<tr><td>History<td>B</table>', 1, ['Biology', 'History']],
  ['East Asian', '<p>王小明 さくら 한국어', 1, ['王小明', 'さくら']],
  ['Arabic', '<p dir=rtl>سجل المدرسة', 1, []],
  ['drawing', '<svg width=300 height=200><circle cx=100 cy=100 r=80 fill=teal /></svg>', 1, []],
  ['dark page', '<body style="background:#123;color:white;-webkit-print-color-adjust:exact"><p>Night', 1, ['Night']],
];

async function printWithChromium(folder: string): Promise<readonly CorpusFile[]> {
  const chromium = findChromium(undefined, process.env.PATH ?? '');
  if (chromium === undefined) throw new Error('The corpus needs a Chromium browser.');
  const files: CorpusFile[] = [];
  for (const [name, page, pages, words] of PRINTED) {
    const [html, pdf] = [path.join(folder, `${name}.html`), path.join(folder, `${name}.pdf`)];
    await writeFile(html, `<!doctype html><meta charset=utf-8>${page}`);
    const quiet = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'];
    await run(chromium, [...quiet, `--user-data-dir=${folder}/browser`, `--print-to-pdf=${pdf}`, `file://${html}`]);
    files.push({ name: `Chromium, ${name}.pdf`, content: await readFile(pdf), expected: shows(pages, ...words) });
  }
  return files;
}

const GHOSTSCRIPT: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['as PDF 1.3', ['-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.3'], ['Record of Ada']],
  ['as PDF 1.7', ['-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.7'], ['Record of Ada']],
  [
    'in gray',
    ['-sDEVICE=pdfwrite', '-sColorConversionStrategy=Gray', '-dProcessColorModel=/DeviceGray'],
    ['Record of Ada'],
  ],
  ['as a picture', ['-sDEVICE=pdfimage24', '-r72'], []],
  ['as a fax', ['-sDEVICE=pdfimage8', '-r50'], []],
  ['without fonts', ['-sDEVICE=pdfwrite', '-dNoOutputFonts'], []],
];

async function writeWithGhostscript(folder: string, source: Uint8Array): Promise<readonly CorpusFile[]> {
  const input = path.join(folder, 'source.pdf');
  await writeFile(input, source);
  const files: CorpusFile[] = [];
  for (const [name, args, words] of GHOSTSCRIPT) {
    const output = path.join(folder, `${name}.pdf`);
    await run('gs', ['-q', '-dNOPAUSE', '-dBATCH', ...args, `-sOutputFile=${output}`, input]);
    files.push({ name: `Ghostscript, ${name}.pdf`, content: await readFile(output), expected: shows(2, ...words) });
  }
  return files;
}

async function writeWithQpdf(source: Buffer): Promise<readonly CorpusFile[]> {
  const both = ['Record of Ada', 'Second page'];
  const made: readonly (readonly [string, readonly string[], Expectation])[] = [
    ['linearized', ['--linearize'], shows(2, ...both)],
    ['unpacked', ['--qdf', '--object-streams=disable'], shows(2, ...both)],
    ['without object streams', ['--object-streams=disable'], shows(2, ...both)],
    ['turned', ['--rotate=+90'], shows(2, ...both)],
    ['closed to change', ['--encrypt', '', 'owner', '256', '--modify=none', '--'], shows(2, ...both)],
    ['locked', ['--encrypt', 'secret', 'owner', '256', '--'], { problem: 'encrypted' }],
    ['locked as of old', ['--allow-weak-crypto', '--encrypt', 'secret', 'owner', '40', '--'], { problem: 'encrypted' }],
  ];
  return Promise.all(
    made.map(async ([name, args, expected]) => ({
      name: `qpdf, ${name}.pdf`,
      content: await throughQpdf(source, args),
      expected,
    })),
  );
}

async function writeByHand(source: Buffer): Promise<readonly CorpusFile[]> {
  const classic = await throughQpdf(source, ['--object-streams=disable']);
  const text = classic.toString('latin1');
  const made: readonly (readonly [string, Uint8Array, Expectation])[] = [
    ['scripts, links and files', await activePdf(), shows(1, 'Record of Ada', 'Grade point average 3.9')],
    ['form left to its reader', await formPdf({ value: 'Lakeside High', isUndrawn: true }), shows(1, 'Lakeside High')],
    ['layers', await layeredPdf(), shows(1, 'Record of Ada')],
    ['comments', await commentedPdf('Highlight', 'Line', 'Polygon', 'FreeText'), shows(1, 'Grade changed to A')],
    ['count far too high', await miscountedPdf(9_999_999_999), shows(2, 'Second page')],
    ['no count', await miscountedPdf(undefined), shows(2, 'Second page')],
    ['pages in a circle', await circularPdf(), shows(1, 'Record of Ada')],
    ['no last words', Buffer.from(text.replace(/startxref\s+\d+\s+%%EOF\s*$/, ''), 'latin1'), shows(2, 'Second page')],
    ['no first words', Buffer.from(text.replace(/%PDF-1\.\d/, '        '), 'latin1'), shows(2, 'Second page')],
    ['mail behind its end', Buffer.concat([source, Buffer.from('\n--boundary--\n')]), shows(2, 'Second page')],
    ['one blank page', await textPdf('Record of Ada', ''), shows(2, 'Record of Ada')],
    ['blank', await textPdf('', ''), { problem: 'blank' }],
    ['cut in half', source.subarray(0, source.length / 2), { problem: 'damaged' }],
    ['cut near its end', source.subarray(0, source.length - 100), { problem: 'damaged' }],
    ['page that cannot be unpacked', await unreadablePdf(), { problem: 'damaged' }],
    ['form of Adobe', await dynamicForm(true), { problem: 'dynamic_form' }],
    ['certificate', await lockedOtherwise('Adobe.PubSec'), { problem: 'encrypted' }],
    ['bomb', await bombPdf(300 * 1024 * 1024), { problem: 'too_much_inside' }],
  ];
  return made.map(([name, content, expected]) => ({ name: `PDF, ${name}.pdf`, content, expected }));
}

export async function pdfFiles(parent: string): Promise<readonly CorpusFile[]> {
  const folder = path.join(parent, 'pdf');
  await mkdir(folder, { recursive: true });
  const source = await textPdf('Record of Ada Testperson', 'Second page');
  return [
    ...(await printWithChromium(folder)),
    ...(await writeWithGhostscript(folder, source)),
    ...(await writeWithQpdf(source)),
    ...(await writeByHand(source)),
  ];
}
