import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertingTests } from './converting.testing.ts';
import { activePdf, textPdf, throughQpdf, wordFile } from './corpus.testing.ts';
import {
  bombPdf,
  childFieldPdf,
  coverPdf,
  dropDownPdf,
  dynamicForm,
  forgetfulPdf,
  formPdf,
  hugePicturePdf,
  layeredPdf,
  lockedOtherwise,
  pageOf,
  pdfWithComment,
  pdfWithHiddenParts,
  signedPdf,
  unreadablePdf,
  untypedPdf,
} from './pdf-corpus.testing.ts';
import { readPdf } from './pdf-reading.testing.ts';
import { unpackWordZip } from './process/word/word-zip.ts';

const { convert, convertFully, problemOf } = convertingTests();
const textOf = async (content: Uint8Array) => (await readPdf(await convert(content))).sheets.join('\n');

describe('form values stay readable', () => {
  test('with or without an appearance, and missing from the list of fields', async () => {
    expect(await textOf(await formPdf({ value: 'Older value' }))).toContain('Older value');
    expect(await textOf(await formPdf({ value: 'Zoë’s High School', isUndrawn: true }))).toContain('Zoë’s High School');
    expect(await textOf(await formPdf({ value: 'Lakeside High', isUndrawn: true, isStray: true }))).toContain(
      'Lakeside High',
    );
  });

  test('when the file marks appearances as stale, the value is drawn again', async () => {
    const text = await textOf(await formPdf({ value: 'Señor Ñandú', isStale: true }));
    expect(text).toContain('Señor Ñandú');
    expect(text).not.toContain('Older value');
  });

  test('in every script, since letters that the standard fonts lack are drawn as a picture', async () => {
    const pdf = await PDFDocument.load(await convert(await formPdf({ value: '王小明 Łódź', isUndrawn: true })));
    const pictures = pdf.context
      .enumerateIndirectObjects()
      .filter(
        ([, object]) =>
          object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'),
      );
    expect(pictures.length).toBeGreaterThan(0);
  });

  test('of a list, as the words that a reader shows', async () => {
    expect(await textOf(await dropDownPdf())).toContain('California');
  });

  test('in a parent that the list of fields lacks', async () => {
    expect(await textOf(await childFieldPdf())).toContain('Lakeside High');
  });

  test('[DOC-05] a form that only Adobe Reader can show is recognized', async () => {
    expect(await problemOf(await dynamicForm(true))).toBe('dynamic_form');
    expect(await problemOf(await dynamicForm(false))).toBe('dynamic_form');
  });
});

test('what layers hide is removed, so that copies of the pages do not show it', async () => {
  const pdf = await convert(await layeredPdf());
  const shown = (await readPdf(pdf)).sheets.join();
  for (const words of ['words', 'of any', 'of none', 'form']) expect(shown).toContain(`Final ${words}`);
  expect(shown).not.toContain('Draft');
  expect((await PDFDocument.load(pdf)).catalog.has(PDFName.of('OCProperties'))).toBe(false);
});

test('a signature that is the appearance of a button stays', async () => {
  expect(await textOf(await signedPdf())).toContain('Signed by Bo');
});

describe('a document inside a PDF', () => {
  test('[DOC-05] in a portfolio or a protected wrapper is refused, with the way out', async () => {
    expect(await problemOf(await coverPdf('portfolio'))).toBe('portfolio');
    expect(await problemOf(await coverPdf('wrapper'))).toBe('portfolio');
  });

  test('as an attachment of the PDF or of a page has a hint', async () => {
    expect((await convertFully(await activePdf())).hints).toEqual([{ page: 1, hint: 'attachment' }]);
    const attached = await pdfWithComment('FileAttachment', '');
    expect((await convertFully(attached)).hints).toEqual([{ page: 1, hint: 'attachment' }]);
  });
});

describe('comments', () => {
  test('whose words a reader shows in a window have a hint, and those on the page have none', async () => {
    const hintsOf = async (kind: string, words: string) =>
      (await convertFully(await pdfWithComment(kind, words))).hints;
    for (const kind of ['Text', 'Highlight', 'Stamp']) {
      expect(await hintsOf(kind, 'Changed on appeal'), kind).toEqual([{ page: 1, hint: 'comments' }]);
      expect(await hintsOf(kind, ''), kind).toEqual([]);
    }
    expect(await hintsOf('FreeText', 'Changed on appeal')).toEqual([]);
  });

  test('a stamp shows its name, and a line its caption', async () => {
    expect(await textOf(await pdfWithComment('Stamp', 'By Bo', { Name: 'Approved' }))).toContain('Approved');
    expect(await textOf(await pdfWithComment('Line', 'Two years', { Cap: true }))).toContain('Two years');
  });
});

test('actions and data in hidden parts of a page are removed', async () => {
  const pdf = await convert(await pdfWithHiddenParts());
  expect((await readPdf(pdf)).sheets[0]).toContain('Record of Ada Testperson');
  const plain = await throughQpdf(pdf, ['--qdf', '--object-streams=disable']);
  const words = ['attached words', 'EmbeddedFile', 'earlier draft', 'step()', 'mark()', '/JS', 'other.pdf', 'Bo Test'];
  expect(words.filter((word) => plain.includes(word))).toEqual([]);
});

describe('harmful PDFs', () => {
  test('[DOC-05] a decompression bomb is refused, a large scan is not', { timeout: 30_000 }, async () => {
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

describe('what other readers show is neither damaged nor blank', () => {
  test('a catalog without its type, and tables that forget those before', async () => {
    expect(await textOf(await untypedPdf())).toContain('Record of Ada');
    const forgetful = await convertFully(await forgetfulPdf());
    expect((await readPdf(forgetful.pdf)).sheets).toEqual(['Record of Ada Testperson', '']);
  });

  test('fonts whose letters are drawings, white letters on a dark ground, and colors that a color space resets', async () => {
    expect(await problemOf(await pageOf('BT /T 20 Tf 60 600 Td ( ) Tj ET'))).toBe('converted');
    expect(await problemOf(await pageOf('1 1 1 rg /Cs cs BT /F 20 Tf 60 600 Td (Ada) Tj ET'))).toBe('converted');
    expect(await problemOf(await pageOf('1 g BT /F 20 Tf 60 600 Td (Ada) Tj ET'))).toBe('converted');
    expect(await problemOf(await pageOf('BT /F 20 Tf 60 600 Td ( ) Tj ET'))).toBe('blank');
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
