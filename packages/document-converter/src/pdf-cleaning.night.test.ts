import { describe, expect, test } from 'vitest';
import { convertingTests } from './converting.testing.ts';
import { textPdf, throughQpdf, wordFile } from './corpus.testing.ts';
import { bombPdf, hugePicturePdf, lockedOtherwise, pdfWithHiddenParts, unreadablePdf } from './pdf-corpus.testing.ts';
import { readPdf } from './pdf-reading.testing.ts';
import { unpackWordZip } from './process/word/word-zip.ts';

const { convert, problemOf } = convertingTests();
const textOf = async (content: Uint8Array) => (await readPdf(await convert(content))).sheets.join('\n');

test('actions and data in hidden parts of a page are removed', async () => {
  const pdf = await convert(await pdfWithHiddenParts());
  expect((await readPdf(pdf)).sheets[0]).toContain('Record of Ada Testperson');
  const plain = await throughQpdf(pdf, ['--qdf', '--object-streams=disable']);
  const words = ['attached words', 'EmbeddedFile', 'earlier draft', 'step()', 'mark()', '/JS', 'other.pdf', 'Bo Test'];
  expect(words.filter((word) => plain.includes(word))).toEqual([]);
});

describe('harmful PDFs', () => {
  test('[DOC-05] a decompression bomb is refused, a large scan is not', async () => {
    const megabyte = 1024 * 1024;
    expect(await problemOf(await bombPdf(300 * megabyte))).toBe('too_much_inside');
    expect(await problemOf(await bombPdf(100 * megabyte))).toBe('converted');
    expect(await problemOf(await hugePicturePdf())).toBe('too_much_inside');
  });

  test('[DOC-05] a PDF with an unreadable page is damaged', async () => {
    expect(await problemOf(await unreadablePdf())).toBe('damaged');
  });
});

describe('the end of a PDF', () => {
  test('bytes after the end are ignored', async () => {
    const plain = await textPdf('Record of Ada Testperson');
    for (const more of [Buffer.alloc(60_000), Buffer.from(`\n<!-- ${'mail '.repeat(2_000)} -->`)]) {
      expect(await textOf(Buffer.concat([plain, more]))).toContain('Record of Ada Testperson');
    }
  });

  test('[DOC-05] a linearized PDF, which has an end mark near its beginning, is damaged when cut off after it', async () => {
    const linear = await throughQpdf(await textPdf('Ada', 'Ada'), ['--linearize', '--object-streams=disable']);
    expect(linear.indexOf('%%EOF')).toBeLessThan(linear.length * 0.6);
    expect(await problemOf(linear)).toBe('converted');
    for (const share of [0.7, 0.9, 0.97]) {
      expect(await problemOf(linear.subarray(0, linear.length * share)), String(share)).toBe('damaged');
    }
  });
});

test('[DOC-05] a PDF that is locked with a certificate or by DRM is called locked', async () => {
  expect(await problemOf(await lockedOtherwise('Adobe.PubSec'))).toBe('encrypted');
  expect(await problemOf(await lockedOtherwise('FOPN_fLock'))).toBe('encrypted');
});

test('a long, repetitive Word file is not taken for a bomb', async () => {
  const paragraph = '<w:p><w:r><w:t>The same words of a long record, over and over again.</w:t></w:r></w:p>';
  expect((await unpackWordZip(await wordFile({ body: paragraph.repeat(50_000) }))).size).toBeGreaterThan(3);
});
