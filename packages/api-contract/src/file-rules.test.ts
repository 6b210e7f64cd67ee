import { describe, expect, test } from 'vitest';
import { fileKindOf, isHeif, nameForContent } from './file-content.ts';
import { brokenFileRules, MAX_FILE_BYTES } from './file-rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const CONTENTS = {
  png: bytes('\x89PNG\r\n\x1a\n....'),
  jpeg: bytes('\xff\xd8\xff\xe0....'),
  pdf: bytes('%PDF-1.7\n'),
  docx: bytes('PK\x03\x04..............word/document.xml'),
} as const;

describe("a file's content decides its kind", () => {
  test('with bytes before a PDF, and with other entries in a zip', () => {
    for (const [kind, content] of Object.entries(CONTENTS)) expect(fileKindOf(content), kind).toBe(kind);
    expect(fileKindOf(bytes(`${' '.repeat(900)}%PDF-1.4`))).toBe('pdf');
    expect(fileKindOf(bytes(`${' '.repeat(2_000)}%PDF-1.4`))).toBeUndefined();
    for (const other of ['', 'P', 'GIF89a', 'Dear office', 'PK\x03\x04......xl/workbook.xml', 'MZ\x90']) {
      expect(fileKindOf(bytes(other)), other).toBeUndefined();
    }
  });

  test('[VAL-68] a wrong extension is corrected, and a right one stays as it is written', () => {
    expect(nameForContent('IMG_1.jpg', CONTENTS.png)).toBe('IMG_1.png');
    expect(nameForContent('scan.png', CONTENTS.jpeg)).toBe('scan.jpg');
    expect(nameForContent('Photo.JPEG', CONTENTS.jpeg)).toBe('Photo.JPEG');
    expect(nameForContent('record', CONTENTS.pdf)).toBe('record.pdf');
    expect(nameForContent('record.v2.tmp', CONTENTS.pdf)).toBe('record.v2.pdf');
    expect(nameForContent('essay.doc', CONTENTS.docx)).toBe('essay.docx');
    expect(nameForContent('IMG_1.HEIC', bytes('....ftypheic'))).toBe('IMG_1.jpg');
    expect(isHeif(bytes('....ftypavif'))).toBe(true);
  });

  test('[VAL-68] a file of no accepted kind keeps its name, and gets the message', () => {
    expect(nameForContent('animation.gif', bytes('GIF89a'))).toBe('animation.gif');
    expect(brokenFileRules({ name: 'animation.gif', size: 6 }).map((message) => message.id)).toEqual(['type']);
  });
});

test('a file of just the permitted size and name is accepted, and each rule that another breaks is named', () => {
  const broken = (name: string, size: number) => brokenFileRules({ name, size }).map(({ id }) => id);
  expect([broken(`${'x'.repeat(28)}.pdf`, MAX_FILE_BYTES), broken('x.pdf', 1)]).toEqual([[], []]);
  expect(broken(`${'x'.repeat(29)}.pdf`, MAX_FILE_BYTES + 1)).toEqual(['size', 'name']);
  expect([broken('.pdf', 0), broken('movie.mp4', 1)]).toEqual([['type', 'empty'], ['type']]);
});
