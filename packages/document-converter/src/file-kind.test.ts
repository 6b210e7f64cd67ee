import { expect, test } from 'vitest';
import { ConversionError } from './converter.ts';
import { convertingTests } from './converting.testing.ts';
import { phonePhoto } from './corpus.testing.ts';
import { kindOf } from './file-kind.ts';
import { zipOf } from './zip.testing.ts';

const { problemOf } = convertingTests();
const kindOrProblemOf = (content: Uint8Array) => {
  try {
    return kindOf(content);
  } catch (error) {
    return error instanceof ConversionError ? error.problem : String(error);
  }
};
const zip = (...names: readonly string[]) => zipOf(names.map((name) => ({ name, content: 'x' })));
const compound = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')]);
/** An OpenDocument file begins with its type, which is not packed. */
const openDocument = (kind: string) => {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  return Buffer.concat([header, Buffer.from(`mimetype${type}`), zip('content.xml')]);
};

test.each<readonly [string, Uint8Array]>([
  ['old_word', compound('WordDocument')],
  ['encrypted', compound('EncryptedPackage')],
  ['spreadsheet', compound('Workbook')],
  ['slides', compound('PowerPoint Document')],
  ['wrong_content', compound('Anything')],
  ['open_document', openDocument('text')],
  ['spreadsheet', openDocument('spreadsheet')],
  ['slides', openDocument('presentation')],
  ['spreadsheet', zip('[Content_Types].xml', 'xl/workbook.xml')],
  ['slides', zip('[Content_Types].xml', 'ppt/presentation.xml')],
  ['apple_document', zip('Index/Document.iwa')],
  ['wrong_content', zip('a.txt')],
  ['rich_text', Buffer.from('{\\rtf1\\ansi Record of Ada}')],
  ['web_page', Buffer.from('\n<!DOCTYPE html><p>Record of Ada')],
  ['other_picture', Buffer.from('GIF89a.......')],
  ['other_picture', Buffer.from('RIFF....WEBPVP8 ')],
  ['other_picture', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36', 'latin1')],
  ['other_picture', Buffer.from('II*\0....')],
  ['unreadable_picture', Buffer.from('\0\0\0\x18ftypmif2\0\0\0\0', 'latin1')],
  ['wrong_content', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1')],
  ['wrong_content', Buffer.from('BMW records of Ada')],
  ['wrong_content', Buffer.from('RIFF....WAVEfmt ')],
  ['wrong_content', Buffer.from('1 0 obj\n<< >>\nendobj\nsome more')],
  ['wrong_content', Buffer.from('Record of Ada\nstartxref\n0\n%%EOF')],
])('[VAL-68] an unsupported file is recognized by its content alone: %s', (problem, content) => {
  expect(kindOrProblemOf(content)).toBe(problem);
});

test('a PDF whose first line is lost is a PDF', () => {
  expect(kindOf(Buffer.from('1 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF\n'))).toBe('pdf');
});

test('[DOC-05] a JPEG with 12 bits per color is not called damaged', async () => {
  const photo = await phonePhoto(1);
  const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
  photo[frame + 4] = 12;
  expect(await problemOf(photo)).toBe('unreadable_picture');
});
