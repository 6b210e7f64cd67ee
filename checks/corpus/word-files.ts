import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { curiousWordFile, wordBomb, wordFile } from '@firstyear/document-converter/testing/corpus';
import {
  PAGE_BREAK,
  plainPicture,
  wordAround,
  words,
  wordWithCommentsOnly,
  wordWithEmbeddedPage,
  wordWithEquation,
  wordWithLinkedPicture,
  wordWithLosses,
  wordWithNestedTables,
  wordWithObject,
  wordWithoutItsPicture,
  wordWithPicture,
  wordWithSigns,
} from '@firstyear/document-converter/testing/word-corpus';
import type { CorpusFile, Expectation } from './corpus-file.ts';

const run = promisify(execFile);

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

/** What LibreOffice writes as .docx: the body, and what must come out of it. */
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

/** Has LibreOffice write all of them, in one go. */
async function writeWithLibreOffice(folder: string): Promise<readonly CorpusFile[]> {
  await mkdir(folder, { recursive: true });
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
  await run('soffice', [
    '--headless',
    profile,
    '--convert-to',
    'docx:MS Word 2007 XML',
    '--outdir',
    folder,
    ...sources,
  ]);
  return Promise.all(
    WRITTEN.map(async ([name, , expectedWords, pages]) => ({
      name: `LibreOffice, ${name}.docx`,
      content: await readFile(path.join(folder, `${name}.docx`)),
      expected: { words: expectedWords, pages },
    })),
  );
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Word files as Word writes them, and what people and attackers make of them. */
async function writeByHand(): Promise<readonly CorpusFile[]> {
  const whole = await wordFile();
  const shows = (...expectedWords: readonly string[]): Expectation => ({ words: expectedWords, pages: 1 });
  const made: readonly (readonly [string, Buffer, Expectation])[] = [
    ['rich', whole, shows('Transcript of Ada Testperson', 'Words at the foot', '王小明')],
    ['equation of Word', await wordWithEquation(), shows('x', 'z')],
    [
      'sheet inside',
      await wordWithObject('Excel.Sheet.12', await plainPicture(600, 400, 'png')),
      shows('Record of Ada', 'Signed by the school'),
    ],
    ['signs of Windows', await wordWithSigns(), shows('✓')],
    ['template', await wordFile({ mainType: `${WORD}.template.main+xml` }), shows('Transcript')],
    ['picture alone', await wordWithPicture('a.png', await plainPicture(600, 400, 'png')), shows()],
    ['TIFF', await wordWithPicture('a.tiff', await plainPicture(600, 400, 'tiff')), shows()],
    ['GIF', await wordWithPicture('a.gif', await plainPicture(600, 400, 'gif')), shows()],
    [
      'blank pages',
      await wordFile({ body: words('A') + PAGE_BREAK + PAGE_BREAK + words('B') }),
      { words: ['A', 'B'], pages: 3 },
    ],
    ['linked picture beside words', await curiousWordFile('http://127.0.0.1:9/x.png'), shows('Transcript')],
    ['things that are lost', await wordWithLosses(), { words: ['[Linked picture not included]'], pages: 4 }],
    ['linked picture', await wordWithLinkedPicture(), { problem: 'linked_picture' }],
    ['missing picture', await wordWithoutItsPicture(), { problem: 'linked_picture' }],
    ['web page inside', await wordWithEmbeddedPage(), { problem: 'embedded_document' }],
    [
      'Word file inside',
      await wordAround(await wordFile({ body: words('Inner record') })),
      shows('Outer record', 'Inner record'),
    ],
    ['deep tables inside', await wordAround(await wordWithNestedTables(60)), { problem: 'too_deep' }],
    ['comments only', await wordWithCommentsOnly(), { problem: 'comments_only' }],
    ['empty', await wordFile({ body: '<w:p/>' }), { problem: 'blank' }],
    ['deep tables', await wordWithNestedTables(60), { problem: 'too_deep' }],
    [
      'enormous picture',
      await wordWithPicture('a.png', await plainPicture(12_000, 12_000, 'png')),
      { problem: 'too_much_inside' },
    ],
    ['bomb', await wordBomb(), { problem: 'too_much_inside' }],
    ['macros', await wordFile({ more: [{ name: 'word/vbaProject.bin', content: 'x' }] }), { problem: 'macros' }],
    ['cut', whole.subarray(0, whole.length * 0.8), { problem: 'damaged' }],
  ];
  return made.map(([name, content, expected]) => ({ name: `Word, ${name}.docx`, content, expected }));
}

export async function wordFiles(folder: string): Promise<readonly CorpusFile[]> {
  return [...(await writeWithLibreOffice(path.join(folder, 'word'))), ...(await writeByHand())];
}
