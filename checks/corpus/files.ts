import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { textPdf, throughQpdf } from '@firstyear/document-converter/testing/corpus';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';

/** A file of the corpus, and what its PDF has to contain. */
export interface CorpusFile {
  readonly name: string;
  readonly content: Uint8Array;
  /** Words that the PDF has to contain, ignoring white space. */
  readonly words: readonly string[];
  readonly pages: number;
}

const run = promisify(execFile);

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
    files.push({ name: `Chromium, ${name}.pdf`, content: await readFile(pdf), words, pages });
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
  if (findOnPath(['gs'], process.env.PATH ?? '') === undefined) {
    console.log(`Ghostscript (gs) isn't installed, so its ${GHOSTSCRIPT.length} files are missing.`);
    return [];
  }
  const input = path.join(folder, 'source.pdf');
  await writeFile(input, source);
  const files: CorpusFile[] = [];
  for (const [name, args, words] of GHOSTSCRIPT) {
    const output = path.join(folder, `${name}.pdf`);
    await run('gs', ['-q', '-dNOPAUSE', '-dBATCH', ...args, `-sOutputFile=${output}`, input]);
    files.push({ name: `Ghostscript, ${name}.pdf`, content: await readFile(output), words, pages: 2 });
  }
  return files;
}

const QPDF: readonly (readonly [string, readonly string[]])[] = [
  ['rotated', ['--rotate=+90']],
  ['read-only with 40 bits', ['--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--modify=n', '--']],
];

const writeWithQpdf = (source: Uint8Array): Promise<readonly CorpusFile[]> =>
  Promise.all(
    QPDF.map(async ([name, args]) => ({
      name: `qpdf, ${name}.pdf`,
      content: await throughQpdf(source, args),
      words: ['Record of Ada', 'Second page'],
      pages: 2,
    })),
  );

const NAMESPACES = [
  ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'],
  ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0'],
  ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'],
  ['table', 'urn:oasis:names:tc:opendocument:xmlns:table:1.0'],
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
  ['chart', 'urn:oasis:names:tc:opendocument:xmlns:chart:1.0'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');

const p = (content: string, style = '') => `<text:p${style && ` text:style-name="${style}"`}>${content}</text:p>`;
const cell = (content: string) => `<table:table-cell>${p(content)}</table:table-cell>`;
const table = (rows: readonly (readonly string[])[]) =>
  `<table:table>${'<table:table-column/>'.repeat(rows[0]?.length ?? 0)}${rows
    .map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
    .join('')}</table:table>`;
const frame = (width: number, height: number, content: string) =>
  `<draw:frame text:anchor-type="as-char" svg:width="${width}cm" svg:height="${height}cm">${content}</draw:frame>`;
const note = (kind: 'footnote' | 'endnote', content: string) =>
  `<text:note text:note-class="${kind}"><text:note-citation>1</text:note-citation><text:note-body>${p(content)}</text:note-body></text:note>`;
const equation = (markup: string, command: string) =>
  frame(
    4,
    1.5,
    `<draw:object><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics>${markup}<annotation encoding="StarMath 5.0">${command}</annotation></semantics></math></draw:object>`,
  );
const valueCell = (value: number) =>
  `<table:table-cell office:value-type="float" office:value="${value}">${p(String(value))}</table:table-cell>`;
const chart = (kind: string, title: string) =>
  frame(
    10,
    6,
    `<draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart" office:version="1.3"><office:body><office:chart><chart:chart chart:class="chart:${kind}" svg:width="10cm" svg:height="6cm"><chart:title>${p(title)}</chart:title><chart:plot-area table:cell-range-address="local-table.A1:.B3"><chart:axis chart:dimension="x"><chart:categories table:cell-range-address="local-table.A2:.A3"/></chart:axis><chart:axis chart:dimension="y"/><chart:series chart:values-cell-range-address="local-table.B2:.B3" chart:label-cell-address="local-table.B1" chart:class="chart:${kind}"/></chart:plot-area><table:table table:name="local-table"><table:table-header-columns><table:table-column/></table:table-header-columns><table:table-columns><table:table-column/></table:table-columns><table:table-header-rows><table:table-row>${cell('')}${cell('Average')}</table:table-row></table:table-header-rows><table:table-rows><table:table-row>${cell('Freshman')}${valueCell(3.1)}</table:table-row><table:table-row>${cell('Senior')}${valueCell(3.9)}</table:table-row></table:table-rows></table:table></chart:chart></office:chart></office:body></office:document></draw:object>`,
  );
const shape = (kind: string, content: string) =>
  `<draw:custom-shape text:anchor-type="as-char" svg:width="5cm" svg:height="3cm">${p(content)}<draw:enhanced-geometry svg:viewBox="0 0 21600 21600" draw:type="${kind}" draw:enhanced-path="M 0 0 L 21600 0 21600 21600 0 21600 0 0 Z N"/></draw:custom-shape>`;

const STYLES = `<office:automatic-styles><style:style style:name="Break" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style><style:style style:name="Right" style:family="paragraph"><style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="start"/></style:style><style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold" fo:color="#aa0000"/></style:style></office:automatic-styles>`;

/** Documents that LibreOffice saves as .docx: name, body, and the expected words and pages of the PDF. */
const WRITTEN: readonly (readonly [string, string, readonly string[], number])[] = [
  ['plain', p('Transcript of Ada Testperson'), ['Transcript of Ada Testperson'], 1],
  ['bold words', p('Grade <text:span text:style-name="Bold">A plus</text:span> in biology'), ['A plus'], 1],
  [
    'table',
    table([
      ['Course', 'Grade'],
      ['Biology', 'A'],
      ['History', 'B'],
    ]),
    ['Biology', 'History'],
    1,
  ],
  ['long table', table(Array.from({ length: 120 }, (_, row) => [`Course ${row}`, 'A'])), ['Course 0', 'Course 119'], 3],
  [
    'nested table',
    `<table:table><table:table-column/><table:table-row><table:table-cell>${table([['Inner', 'cell']])}${p('Outer')}</table:table-cell></table:table-row></table:table>`,
    ['Inner', 'Outer'],
    1,
  ],
  ['footnote', p(`See below${note('footnote', 'Words at the foot')}`), ['See below', 'Words at the foot'], 1],
  ['endnote', p(`See the end${note('endnote', 'Words at the end')}`), ['See the end', 'Words at the end'], 2],
  ['fraction', p(`Half: ${equation('<mfrac><mi>x</mi><mi>y</mi></mfrac>', 'x over y')}`), ['Half', 'x', 'y'], 1],
  ['square root', p(equation('<msqrt><mi>k</mi></msqrt>', 'sqrt k')), ['k'], 1],
  ['bar chart', p(chart('bar', 'Grades by year')), ['Grades by year'], 1],
  ['line chart', p(chart('line', 'Grades over time')), ['Grades over time'], 1],
  ['Arabic', p('سجل المدرسة الثانوية', 'Right'), ['سجل'], 1],
  ['Hebrew', p('תעודת בית הספר', 'Right'), ['תעודת'], 1],
  ['Chinese', p('王小明的成绩单'), ['王小明'], 1],
  ['Japanese', p('さくら高等学校'), ['さくら'], 1],
  ['Korean', p('서울고등학교 성적표'), ['서울'], 1],
  ['Thai', p('โรงเรียนมัธยม'), [], 1],
  ['Hindi', p('विद्यालय प्रमाणपत्र'), [], 1],
  ['many alphabets', p('Ångström Čapek Ωμέγα Привет Việt Nam'), ['Ångström', 'Ωμέγα', 'Привет'], 1],
  ['shape', p(shape('rectangle', 'In a box')), ['In a box'], 1],
  ['text frame', p(frame(6, 2, `<draw:text-box>${p('In a frame')}</draw:text-box>`)), ['In a frame'], 1],
  ['page break', p('First') + p('Second', 'Break'), ['First', 'Second'], 2],
  ['blank page between', p('First') + p('', 'Break') + p('Third', 'Break'), ['First', 'Third'], 3],
  [
    'list',
    `<text:list><text:list-item>${p('First point')}</text:list-item><text:list-item>${p('Second point')}</text:list-item></text:list>`,
    ['First point', 'Second point'],
    1,
  ],
  [
    'comment beside words',
    p(
      'Graded<office:annotation><dc:creator>Bo Testperson</dc:creator><text:p>A comment</text:p></office:annotation> work',
    ),
    ['Graded', 'work'],
    1,
  ],
];

async function writeWithLibreOffice(folder: string): Promise<readonly CorpusFile[]> {
  const sources: string[] = [];
  for (const [name, body] of WRITTEN) {
    const source = path.join(folder, `${name}.fodt`);
    await writeFile(
      source,
      `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">${STYLES}<office:body><office:text>${body}</office:text></office:body></office:document>`,
    );
    sources.push(source);
  }
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const output = ['--convert-to', 'docx:MS Word 2007 XML', '--outdir', folder];
  await run('soffice', ['--headless', profile, ...output, ...sources]);
  return Promise.all(
    WRITTEN.map(async ([name, , words, pages]) => ({
      name: `LibreOffice, ${name}.docx`,
      content: await readFile(path.join(folder, `${name}.docx`)),
      words,
      pages,
    })),
  );
}

/** Makes the files of the corpus, in folders below this one, with real programs as far as they are installed. */
export async function makeCorpus(parent: string): Promise<readonly CorpusFile[]> {
  const [pdfs, documents] = [path.join(parent, 'pdf'), path.join(parent, 'word')];
  for (const folder of [pdfs, documents]) await mkdir(folder, { recursive: true });
  const source = await textPdf('Record of Ada Testperson', 'Second page');
  return [
    ...(await printWithChromium(pdfs)),
    ...(await writeWithGhostscript(pdfs, source)),
    ...(await writeWithQpdf(source)),
    ...(await writeWithLibreOffice(documents)),
  ];
}
