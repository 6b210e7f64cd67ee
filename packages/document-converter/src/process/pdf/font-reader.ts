import { type PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { readContent } from './content-tokens.ts';
import { unpackStream } from './pdf-values.ts';

/** Decodes the strings of a font. */
export interface FontReader {
  read(bytes: Buffer): string;
}

/** As many as two bytes can encode; a crafted font could repeat ranges endlessly. */
const MAX_MEANINGS = 0x10000;

const codeOf = (bytes: Buffer) => bytes.reduce((code, byte) => code * 256 + byte, 0);
const textOf = (bytes: Buffer) => {
  const even = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
  return new TextDecoder('utf-16be').decode(even);
};

/** The text of each code by a font's ToUnicode map (ISO 32000-2, 9.10.3). */
function readMeanings(map: Buffer): ReadonlyMap<number, string> {
  const meanings = new Map<number, string>();
  let strings: Buffer[] = [];
  let [inList, list]: [boolean, Buffer[]] = [false, []];
  let section = '';
  let count = 0;
  for (const token of readContent(map)) {
    if (token.kind === 'mark') {
      if (token.value === '[') [inList, list] = [true, []];
      if (token.value !== ']') continue;
      inList = false;
      const [first] = strings;
      if (first) for (const [at, meaning] of list.entries()) meanings.set(codeOf(first) + at, textOf(meaning));
      strings = [];
    } else if (token.kind === 'string') {
      (inList ? list : strings).push(token.value);
      const [first, second, third] = strings;
      if (section === 'beginbfchar' && first && second) {
        meanings.set(codeOf(first), textOf(second));
        strings = [];
      } else if (section === 'beginbfrange' && first && second && third) {
        const start = textOf(third);
        const last = start.codePointAt(0) ?? 0;
        const more = Math.min(codeOf(second) - codeOf(first), MAX_MEANINGS - 1);
        count += more;
        if (count > 4 * MAX_MEANINGS) break;
        for (let at = 0; at <= more; at += 1) {
          meanings.set(codeOf(first) + at, at === 0 ? start : String.fromCodePoint(Math.min(last + at, 0x10ffff)));
        }
        strings = [];
      }
    } else if (token.kind === 'operator') {
      section = token.value;
      strings = [];
    }
  }
  return meanings;
}

/** Reads a font's codes: two bytes each in composite fonts, one in all others. */
export function fontReader(font: PDFDict): FontReader {
  const width = font.lookup(PDFName.of('Subtype')) === PDFName.of('Type0') ? 2 : 1;
  const map = font.lookup(PDFName.of('ToUnicode'));
  const content = map instanceof PDFStream ? unpackStream(map) : undefined;
  const meanings = content === undefined ? undefined : readMeanings(content);
  return {
    read(bytes) {
      if (!meanings) return width === 1 ? bytes.toString('latin1') : bytes.toString('latin1').replace(/\0/g, '');
      let text = '';
      for (let at = 0; at + width <= bytes.length; at += width) {
        const code = codeOf(bytes.subarray(at, at + width));
        // A code without a mapping is still visible.
        text += meanings.get(code) ?? '\u{fffd}';
      }
      return text;
    },
  };
}
