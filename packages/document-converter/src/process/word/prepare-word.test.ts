import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { wordEntries, wordFile } from '../../corpus.testing.ts';
import {
  pictureHeader,
  wordFileContaining,
  words,
  wordWithComment,
  wordWithEmbeddedPage,
  wordWithNestedTables,
  wordWithPicture,
} from '../../word-corpus.testing.ts';
import { type ZipEntry, zipOf } from '../../zip.testing.ts';
import { prepareWord } from './prepare-word.ts';

/** The problem for which a file is refused before LibreOffice opens it. */
const refusalOf = (content: Buffer) =>
  prepareWord(content).then(
    () => 'prepared',
    (error: unknown) => (error instanceof Error && 'problem' in error ? error.problem : String(error)),
  );
const refusalWith = async (...more: readonly ZipEntry[]) => refusalOf(await wordFile({ more }));
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** How many entries a Word file has besides. */
const OWN_ENTRIES = 6;

test('[DOC-05] a Word file is refused at once with endlessly nested tables or elements', async () => {
  expect(await refusalOf(await wordWithNestedTables(10))).toBe('prepared');
  expect(await refusalOf(await wordWithNestedTables(40))).toBe('too_deep');
  const content = (levels: number) => `${'<w:sdt>'.repeat(levels)}${'</w:sdt>'.repeat(levels)}`;
  expect(await refusalOf(await wordFile({ body: content(100) }))).toBe('prepared');
  expect(await refusalOf(await wordFile({ body: content(1_000) }))).toBe('too_deep');
});

test('[DOC-05] a Word file is refused with an embedded one that is refused itself, or embeds another', async () => {
  expect(await refusalOf(await wordFileContaining(await wordWithNestedTables(10)))).toBe('prepared');
  expect(await refusalOf(await wordFileContaining(await wordWithNestedTables(40)))).toBe('too_deep');
  const enormous = await wordWithPicture('a.bmp', pictureHeader('bmp', 12_000, 12_000));
  expect(await refusalOf(await wordFileContaining(enormous))).toBe('too_much_inside');
  expect(await refusalOf(await wordFileContaining(await wordFileContaining(await wordFile())))).toBe(
    'embedded_document',
  );
  expect(await refusalOf(await wordFileContaining(Buffer.from('PK')))).toBe('damaged');
  expect(await refusalOf(await wordWithEmbeddedPage())).toBe('embedded_document');
});

test('a Word file is refused with a document type declaration, which could expand endlessly', async () => {
  const more = [{ name: 'word/styles.xml', content: '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' }];
  expect(await refusalOf(await wordFile({ more }))).toBe('damaged');
});

test('[DOC-05] a Word file is refused with pictures that are too large, alone or together', async () => {
  const bmp = (width: number, height: number) => pictureHeader('bmp', width, height);
  const emf = (width: number, height: number) => pictureHeader('emf', width, height);
  const pictures = (...contents: readonly Buffer[]) =>
    refusalWith(...contents.map((content, at) => ({ name: `word/media/${at}`, content })));
  expect(await pictures(bmp(8_000, 5_000))).toBe('prepared');
  expect(await pictures(Buffer.from('no picture'), bmp(8_000, 5_001))).toBe('too_much_inside');
  expect(await pictures(bmp(8_000, 5_000), bmp(8_000, 5_000))).toBe('prepared');
  expect(await pictures(bmp(8_000, 5_000), bmp(8_000, 5_000), bmp(8_000, 5_000))).toBe('too_much_inside');
  expect(await pictures(emf(20_000, 20_000), bmp(10, 10))).toBe('prepared');
  expect(await pictures(emf(20_000, 20_001))).toBe('too_much_inside');
});

test('[DOC-05] a Word file is refused with macros, or if it is another kind of file', async () => {
  expect(await refusalOf(await wordFile({ mainType: `${TYPE}.template.main+xml` }))).toBe('prepared');
  expect(await refusalOf(await wordFile({ mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }))).toBe(
    'macros',
  );
  expect(await refusalWith({ name: 'word/vbaProject.bin', content: 'x' })).toBe('macros');
  expect(await refusalWith({ name: 'word/embeddings/vbaProject.bin', content: 'x' })).toBe('prepared');
  expect(await refusalOf(await wordFile({ mainType: `${TYPE}.footnotes+xml` }))).toBe('wrong_content');
});

test.each<readonly [string, ZipEntry[], string]>([
  ['an encrypted part', [{ name: 'a', content: 'x', encrypted: true }], 'encrypted'],
  ['a part outside of the file', [{ name: '/a', content: 'x' }], 'damaged'],
  ['a part above the file', [{ name: 'a/../../b', content: 'x' }], 'damaged'],
  ['a part with a backslash', [{ name: 'a\\b', content: 'x' }], 'damaged'],
  ['a part twice', [{ name: 'word/document.xml', content: 'x' }], 'damaged'],
  ['a part of another size than it says', [{ name: 'a', content: 'xx', declaredSize: 3 }], 'damaged'],
  ['a part that unpacks to 1 MB of nothing', [{ name: 'a', content: Buffer.alloc(1 << 20) }], 'prepared'],
  [
    'a part that unpacks to 17 MB of something',
    [{ name: 'a', content: Buffer.concat([randomBytes(200_000), Buffer.alloc(17 << 20)]) }],
    'prepared',
  ],
  ['a part that unpacks to 17 MB of nothing', [{ name: 'a', content: Buffer.alloc(17 << 20) }], 'too_much_inside'],
  [
    'parts that unpack to 65 MB',
    Array.from({ length: 5 }, (_, at) => ({ name: `${at}`, content: Buffer.alloc(13 << 20) })),
    'too_much_inside',
  ],
  [
    '1,001 parts',
    Array.from({ length: 1_001 - OWN_ENTRIES }, (_, at) => ({ name: `${at}`, content: '' })),
    'too_much_inside',
  ],
  ['1,000 parts', Array.from({ length: 1_000 - OWN_ENTRIES }, (_, at) => ({ name: `${at}`, content: '' })), 'prepared'],
])('[DOC-05] what becomes of a Word file with %s', async (_, more, refusal) => {
  expect(await refusalWith(...more)).toBe(refusal);
});

test('[DOC-05] a Word file is damaged when a part of it has another checksum than it says', async () => {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32('a part'));
  const zip = (await wordFile({ more: [{ name: 'a', content: 'a part' }] })).toString('latin1');
  const wrong = zip.replaceAll(checksum.toString('latin1'), '\0\0\0\0');
  expect(await refusalOf(Buffer.from(wrong, 'latin1'))).toBe('damaged');
});

test('a Word file is empty without words or pictures on its pages, and its comments and inverted marks are noticed', async () => {
  const flagsOf = async (content: Buffer) => {
    const { isEmpty, hasComments, hasInvertedMarks } = (await prepareWord(content)).word;
    return [isEmpty && 'empty', hasComments && 'comments', hasInvertedMarks && 'marks'].filter(Boolean).join(' ');
  };
  expect(await flagsOf(await wordFile())).toBe('');
  expect(await flagsOf(await wordFile({ body: words(' ') })), 'words in notes alone do not count').toBe('empty');
  expect(await flagsOf(await wordWithComment())).toBe('empty comments');
  expect(await flagsOf(await wordWithComment(words('Record of Ada')))).toBe('comments');
  expect(await flagsOf(await wordFile({ body: words('¿Y Ada?') }))).toBe('marks');
  expect(await flagsOf(await wordWithPicture('a.bmp', pictureHeader('bmp', 10, 10)))).toBe('');
  const inner = await wordWithComment(words('¿Y Ada?'));
  expect(await flagsOf(await wordFileContaining(inner))).toBe('comments marks');
  const emptyOuter = wordEntries({
    body: '<w:altChunk r:id="rId9"/>',
    relations: '<Relationship Id="rId9" Type="x" Target="inner.docx"/>',
    more: [{ name: 'word/inner.docx', content: inner }],
  });
  expect(await flagsOf(zipOf(await emptyOuter))).toBe('comments marks');
});
