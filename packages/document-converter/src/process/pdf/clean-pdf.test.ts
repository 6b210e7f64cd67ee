import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { activePdf, textPdf } from '../../corpus.testing.ts';
import {
  childFieldPdf,
  coverPdf,
  dropDownPdf,
  dynamicForm,
  forgetfulPdf,
  formPdf,
  layeredPdf,
  pageOf,
  pdfWithComment,
  signedPdf,
  untypedPdf,
} from '../../pdf-corpus.testing.ts';
import { readPdf } from '../../pdf-reading.testing.ts';
import { ConversionError, type ConversionProblem } from '../conversion.ts';
import { cleanPdf } from './clean-pdf.ts';
import { pageContentOf } from './pdf-values.ts';

/** In this process, without the walls and the other programs of a conversion. */
const clean = (content: Uint8Array) => cleanPdf(content, { maxPages: 100 });
const textOf = async (content: Uint8Array) => (await readPdf((await clean(content)).pdf)).sheets.join('\n');
/** A page of which only the first filter of its content is one that qpdf leaves. */
async function twiceFiltered(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const { node } = pdf.addPage();
  const hex = Buffer.from('0 0 9 9 re f').toString('hex');
  const content = pdf.context.stream(deflateSync(hex), { Filter: ['FlateDecode', 'ASCIIHexDecode'] });
  node.set(PDFName.of('Contents'), pdf.context.register(content));
  return pdf.save();
}
/** Why a file is refused, or 'converted'. */
const problemOf = (content: Uint8Array) =>
  clean(content).then(
    () => 'converted',
    (error: unknown) => (error instanceof ConversionError ? error.problem : String(error)),
  );

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
    const pdf = await PDFDocument.load((await clean(await formPdf({ value: '王小明 Łódź', isUndrawn: true }))).pdf);
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
});

test.each([false, true])('what layers hide is removed; layers are off at first: %s', async (areOffAtFirst) => {
  const { pdf } = await clean(await layeredPdf(areOffAtFirst));
  const shown = (await readPdf(pdf)).sheets.join();
  for (const words of ['words', 'of any', 'of none', 'form']) expect(shown).toContain(`Final ${words}`);
  expect(shown).not.toContain('Draft');
  expect((await PDFDocument.load(pdf)).catalog.has(PDFName.of('OCProperties'))).toBe(false);
});

test('a signature that is the appearance of a button stays', async () => {
  expect(await textOf(await signedPdf())).toContain('Signed by Bo');
});

test.each<[string, () => Promise<Uint8Array>, ConversionProblem]>([
  ['a form that only Adobe Reader shows', () => dynamicForm(true), 'dynamic_form'],
  ['such a form of an older kind', () => dynamicForm(false), 'dynamic_form'],
  ['a portfolio', () => coverPdf('portfolio'), 'portfolio'],
  ['a wrapper around a protected document', () => coverPdf('wrapper'), 'portfolio'],
  ['a page whose content has a second filter', () => twiceFiltered(), 'damaged'],
  ['a document with nothing on its pages', () => textPdf('', ''), 'blank'],
])('[DOC-05] %s is refused', async (_, pdf, problem) => {
  expect(await problemOf(await pdf())).toBe(problem);
});

test('an attachment of the PDF or of a page has a hint', async () => {
  expect((await clean(await activePdf())).hints).toEqual([{ page: 1, hint: 'attachment' }]);
  const attached = await pdfWithComment('FileAttachment', '');
  expect((await clean(attached)).hints).toEqual([{ page: 1, hint: 'attachment' }]);
});

describe('comments', () => {
  test('whose words a reader shows in a window have a hint, and those on the page have none', async () => {
    const hintsOf = async (kind: string, words: string) => (await clean(await pdfWithComment(kind, words))).hints;
    for (const kind of ['Text', 'Highlight', 'Stamp']) {
      expect(await hintsOf(kind, 'Changed on appeal'), kind).toEqual([{ page: 1, hint: 'comments' }]);
      expect(await hintsOf(kind, ''), kind).toEqual([]);
    }
    expect(await hintsOf('FreeText', 'Changed on appeal')).toEqual([]);
  });

  test.each([true, false])('of a Word file have a hint, if it has any: %s', async (hasComments) => {
    const word = { isEmpty: false, hasInvertedMarks: false, hasComments };
    const { hints } = await cleanPdf(await textPdf('Grades'), { maxPages: 100, word });
    expect(hints).toEqual(hasComments ? [{ page: 1, hint: 'comments' }] : []);
  });

  test.each([
    [[0, 1, 0, 0], ['0 1 0 0 k']],
    [[], []],
  ])('a shape with the inner color %j is filled by %j, so that one without covers nothing', async (IC, fills) => {
    const { pdf } = await clean(await pdfWithComment('Square', '', { IC }));
    const content = String(pageContentOf((await PDFDocument.load(pdf)).getPage(0).node));
    expect(content.match(/^.* k$/gm) ?? []).toEqual(fills);
  });

  test('a stamp shows its name, and a line its caption', async () => {
    expect(await textOf(await pdfWithComment('Stamp', 'By Bo', { Name: 'Approved' }))).toContain('Approved');
    expect(await textOf(await pdfWithComment('Line', 'Two years', { Cap: true }))).toContain('Two years');
  });
});

describe('what other readers show is neither damaged nor blank', () => {
  test('a catalog without its type, and tables that forget those before', async () => {
    expect(await textOf(await untypedPdf())).toContain('Record of Ada');
    const { pdf } = await clean(await forgetfulPdf());
    expect((await readPdf(pdf)).sheets).toEqual(['Record of Ada Testperson', '']);
  });

  test('fonts whose letters are drawings, white letters on a dark ground, and colors that a color space resets', async () => {
    expect(await problemOf(await pageOf('BT /T 20 Tf 60 600 Td ( ) Tj ET'))).toBe('converted');
    expect(await problemOf(await pageOf('1 1 1 rg /Cs cs BT /F 20 Tf 60 600 Td (Ada) Tj ET'))).toBe('converted');
    expect(await problemOf(await pageOf('1 g BT /F 20 Tf 60 600 Td (Ada) Tj ET'))).toBe('converted');
    expect(await problemOf(await pageOf('BT /F 20 Tf 60 600 Td ( ) Tj ET'))).toBe('blank');
  });
});

/** A PDF with one stream more, which its page shows or only names. */
async function withStream(content: Uint8Array, dict: Record<string, string | number>, isShown = false) {
  const pdf = await PDFDocument.load(await textPdf('Record of Ada'));
  const stream = pdf.context.register(pdf.context.stream(content, dict));
  const { node } = pdf.getPage(0);
  if (isShown) node.addContentStream(stream);
  else node.setXObject(PDFName.of('More'), stream);
  return pdf.save();
}

test('[DOC-05] a PDF is refused for one page, or one picture, more than is allowed', async () => {
  const limited = async (maxPages: number) => cleanPdf(await textPdf('One', 'Two', 'Three'), { maxPages });
  expect((await limited(3)).pages).toBe(3);
  await expect(limited(2)).rejects.toMatchObject({ problem: 'too_much_inside' });
  const picture = (Width: number, Height: number) => withStream(Buffer.from('x'), { Subtype: 'Image', Width, Height });
  expect(await problemOf(await picture(20_000, 10_000))).toBe('converted');
  expect(await problemOf(await picture(20_000, 10_001))).toBe('too_much_inside');
});

test('[DOC-05] a PDF is damaged when what a page shows cannot be unpacked, not for other streams or wrong checksums', async () => {
  const flate = { Filter: 'FlateDecode' };
  const packed = deflateSync('0 0 9 9 re f');
  const wrongSum = packed.fill(0, packed.length - 4);
  expect(await problemOf(await withStream(wrongSum, flate, true))).toBe('converted');
  expect(await problemOf(await withStream(Buffer.from('nothing'), flate))).toBe('converted');
  expect(await problemOf(await withStream(Buffer.from('nothing'), flate, true))).toBe('damaged');
  expect(await problemOf(await withStream(Buffer.from('x'), { Filter: 'LZWDecode' }, true))).toBe('damaged');
  expect(await problemOf(await withStream(Buffer.from('0 0 9 9 re f'), {}, true))).toBe('converted');
});
