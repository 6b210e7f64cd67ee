import { type PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { unpackStream } from './pdf-values.ts';

export interface FontReader {
  read(bytes: Buffer): string;
}

/** As many as two bytes can encode; a crafted font could repeat ranges endlessly. */
const MAX_MEANINGS = 0x10000;

const codeOf = (bytes: Buffer) => bytes.reduce((code, byte) => code * 256 + byte, 0);
const numberOf = (digits = '') => Number.parseInt(digits.replace(/\s/g, ''), 16) || 0;
const textOf = (digits = '') => {
  const bytes = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  return new TextDecoder('utf-16be').decode(bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]));
};

const PAIR = /<([^>]*)>\s*<([^>]*)>/g;
const RANGE = /<([^>]*)>\s*<([^>]*)>\s*(?:<([^>]*)>|\[([^\]]*)\])/g;

/** The text of each code by a font's ToUnicode map (ISO 32000-2, 9.10.3). */
function readMeanings(map: string): ReadonlyMap<number, string> {
  const meanings = new Map<number, string>();
  let count = 0;
  for (const section of map.split(/\bbegin(?=bfchar|bfrange)/).slice(1)) {
    const [body = ''] = section.split(/\bendbf/, 1);
    if (body.startsWith('bfchar')) {
      for (const [, code, meaning] of body.matchAll(PAIR)) meanings.set(numberOf(code), textOf(meaning));
      continue;
    }
    for (const [, from, to, start, list] of body.matchAll(RANGE)) {
      const first = numberOf(from);
      const listed = list?.match(/[^<>\s]+/g)?.map(textOf);
      for (const [at, meaning] of listed?.entries() ?? []) meanings.set(first + at, meaning);
      if (listed) continue;
      const text = textOf(start);
      const more = Math.min(numberOf(to) - first, MAX_MEANINGS - 1);
      count += more;
      if (count > 4 * MAX_MEANINGS) return meanings;
      for (let at = 0; at <= more; at += 1) {
        const code = Math.min((text.codePointAt(0) ?? 0) + at, 0x10ffff);
        meanings.set(first + at, at === 0 ? text : String.fromCodePoint(code));
      }
    }
  }
  return meanings;
}

/** Reads a font's codes: two bytes each in composite fonts, one in all others. */
export function fontReader(font: PDFDict): FontReader {
  const width = font.lookup(PDFName.of('Subtype')) === PDFName.of('Type0') ? 2 : 1;
  const map = font.lookup(PDFName.of('ToUnicode'));
  const content = map instanceof PDFStream ? unpackStream(map) : undefined;
  const meanings = content === undefined ? undefined : readMeanings(content.toString('latin1'));
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
