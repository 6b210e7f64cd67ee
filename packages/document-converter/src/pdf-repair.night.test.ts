import { execFileSync } from 'node:child_process';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertingTests } from './converting.testing.ts';
import { textPdf, throughQpdf } from './corpus.testing.ts';
import { circularPdf, commentedPdf, commentInChinese, miscountedPdf } from './pdf-corpus.testing.ts';
import { readPdf } from './pdf-reading.testing.ts';
import { shownPages } from './process/pdf/shown.ts';

const { convert, problemOf } = convertingTests();
const sheetsOf = async (content: Uint8Array) => (await readPdf(await convert(content))).sheets;

/** The number of kids and the /Count of the page tree, which strict readers compare. */
async function treeOf(content: Uint8Array) {
  const tree = (await PDFDocument.load(content)).catalog.lookup(PDFName.of('Pages'), PDFDict);
  return {
    kids: tree.lookup(PDFName.of('Kids'), PDFArray).size(),
    count: tree.lookup(PDFName.of('Count'), PDFNumber).asNumber(),
  };
}

describe('the page tree is rewritten', () => {
  test('with the right count, whatever it was', async () => {
    for (const count of [undefined, 9_999_999_999, 0, -1, 1]) {
      expect(await treeOf(await convert(await miscountedPdf(count))), String(count)).toEqual({ kids: 2, count: 2 });
    }
  });

  test('a cycle is cut, and pages keep their inherited entries', async () => {
    const pdf = await convert(await circularPdf());
    expect(await treeOf(pdf)).toEqual({ kids: 1, count: 1 });
    expect((await readPdf(pdf)).sheets[0]).toContain('Record of Ada Testperson');
  });
});

describe('comments without an appearance', () => {
  test('are drawn, each kind', async () => {
    const lines = ['Highlight', 'Underline', 'StrikeOut', 'Line', 'Polygon', 'PolyLine', 'Ink', 'Square', 'Circle'];
    for (const kind of [...lines, 'FreeText', 'Stamp', 'Text']) {
      const pdf = await PDFDocument.load(await convert(await commentedPdf(kind)));
      expect(shownPages(pdf), kind).toEqual([{ isBlank: false, hints: [] }]);
    }
  });

  test('keep their text as text, or as a picture when no standard font has the letters', async () => {
    expect((await sheetsOf(await commentedPdf('FreeText', 'Stamp')))[0]).toMatch(/Grade changed to A[\s\S]*Approved/);
    const pdf = await PDFDocument.load(await convert(await commentInChinese()));
    expect(shownPages(pdf)).toEqual([{ isBlank: false, hints: [] }]);
  });
});

describe('PDFs that other programs can read are read here too', () => {
  const cutEnds = [/%%EOF\s*$/, /\s*%%EOF\s*$/, /\d+\s*%%EOF\s*$/, /startxref\s+\d+\s+%%EOF\s*$/];
  const cut = (pdf: Buffer, end: RegExp) => Buffer.from(pdf.toString('latin1').replace(end, ''), 'latin1');

  test('without their last lines, with a text or stream table', async () => {
    const plain = await textPdf('Record of Ada Testperson');
    for (const pdf of [plain, await throughQpdf(plain, ['--object-streams=disable'])]) {
      for (const end of cutEnds) expect((await sheetsOf(cut(pdf, end))).join(), String(end)).toContain('Record of Ada');
    }
  });

  test('[DOC-05] but are damaged when more is missing', async () => {
    const plain = await textPdf('Record of Ada Testperson');
    const classic = await throughQpdf(plain, ['--object-streams=disable']);
    for (const pdf of [plain, classic]) {
      for (const bytes of [60, 100, 200, 400]) {
        const isTrailerLeft = pdf === classic && bytes < 100;
        if (!isTrailerLeft) expect(await problemOf(pdf.subarray(0, pdf.length - bytes)), String(bytes)).toBe('damaged');
      }
    }
  });

  test('without their first line', async () => {
    const plain = await throughQpdf(await textPdf('Record of Ada Testperson'), ['--object-streams=disable']);
    const headless = Buffer.from(plain.toString('latin1').replace(/%PDF-1\.\d/, '        '), 'latin1');
    expect((await sheetsOf(headless)).join()).toContain('Record of Ada');
    expect((await sheetsOf(plain.subarray(9))).join()).toContain('Record of Ada');
  });

  test('with locked attachments only, whenever the password is required', async () => {
    for (const event of ['/AuthEvent /EFOpen', '/AuthEvent /DocOpen', '']) {
      const locked = lockAttachments(await throughQpdf(await textPdf('Record of Ada Testperson'), CLASSIC), event);
      expect((await sheetsOf(locked)).join(), event).toContain('Record of Ada');
    }
  });

  test('with a locked PDF as an attachment, locked or not', async () => {
    const pdf = await PDFDocument.load(await textPdf('Record of Ada Testperson'));
    await pdf.attach(
      await throughQpdf(await textPdf('Inside'), ['--encrypt', 'secret', 'owner', '256', '--']),
      'in.pdf',
    );
    const outer = await throughQpdf(await pdf.save(), [...CLASSIC, '--stream-data=uncompress']);
    for (const content of [outer, lockAttachments(outer, '/AuthEvent /EFOpen')]) {
      expect((await sheetsOf(content)).join()).toContain('Record of Ada');
    }
  });

  test('[DOC-05] with blank pages among others, but not with blank pages alone', async () => {
    expect(await problemOf(await textPdf('', ' '))).toBe('blank');
    expect(await sheetsOf(await textPdf('Record of Ada', ''))).toHaveLength(2);
  });
});

const CLASSIC = ['--object-streams=disable'];

/** Encrypts as Acrobat does: strings and streams are plain, and only embedded files need the password. */
function lockAttachments(pdf: Buffer, event: string): Buffer {
  const plain = pdf.toString('latin1');
  const filter = `<< /Type /CryptFilter /CFM /AESV2 ${event} /Length 16 >>`;
  const key = '00'.repeat(32);
  const lock = `/Encrypt << /Filter /Standard /V 4 /R 4 /Length 128 /P -1 /O <${key}> /U <${key}> /CF << /StdCF ${filter} >> /StmF /Identity /StrF /Identity /EFF /StdCF >>`;
  const trailer = plain.lastIndexOf('trailer');
  const id = /\/ID\s*\[/.test(plain.slice(trailer)) ? '' : ' /ID [<00> <00>]';
  const locked = Buffer.from(plain.slice(0, trailer) + plain.slice(trailer).replace('<<', `$& ${lock}${id}`), 'latin1');
  expect(() => execFileSync('qpdf', ['--check', '-'], { input: locked, stdio: 'pipe' })).toThrow();
  return locked;
}
