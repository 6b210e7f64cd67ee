import { ConversionError } from '../conversion.ts';

export interface XmlToken {
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'other';
  /** With its prefix, as in "w:p"; '' for text. */
  readonly name: string;
  /** Its source text. */
  readonly raw: string;
}

/** The text of an XML part in its declared encoding. */
export function decodeXml(content: Buffer): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  const declared = /^[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(content.toString('latin1', 0, 200))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared).decode(content);
  } catch {
    throw new ConversionError('damaged');
  }
}

/** The end of a tag: after the first ">" outside of quotes; -1 without one. */
function findTagEnd(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at += 1) {
    const letter = xml[at] ?? '';
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at + 1;
    else if (letter === '<') break;
  }
  return -1;
}

const UNREAD = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;
const CDATA = ['<![CDATA[', ']]>'] as const;
const NAME = /^<\/?\s*([^\s/>]+)/;

function findAfter(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  if (at < 0) throw new ConversionError('unconvertible');
  return at + end.length;
}

/**
 * The tokens of an XML text, without building a tree. Refuses document type declarations, which Word doesn't write and which
 * could expand endlessly.
 */
export function* readXml(xml: string): Generator<XmlToken> {
  let at = 0;
  while (at < xml.length) {
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at);
      const end = next < 0 ? xml.length : next;
      yield { kind: 'text', name: '', raw: xml.slice(at, end) };
      at = end;
      continue;
    }
    const unread = UNREAD.find(([start]) => xml.startsWith(start, at));
    if (unread) {
      const end = findAfter(xml, unread[1], at);
      yield { kind: 'other', name: '', raw: xml.slice(at, end) };
      at = end;
      continue;
    }
    if (xml.startsWith(CDATA[0], at)) {
      const end = findAfter(xml, CDATA[1], at);
      yield { kind: 'text', name: '', raw: escapeXml(xml.slice(at + CDATA[0].length, end - CDATA[1].length)) };
      at = end;
      continue;
    }
    if (xml[at + 1] === '!') throw new ConversionError('damaged');
    const end = findTagEnd(xml, at + 1);
    if (end < 0) throw new ConversionError('unconvertible');
    const raw = xml.slice(at, end);
    const kind = raw[1] === '/' ? 'close' : raw.at(-2) === '/' ? 'empty' : 'open';
    yield { kind, name: NAME.exec(raw)?.[1] ?? '', raw };
    at = end;
  }
}

/** The value of an attribute, named with its prefix; undefined without it. */
export function attributeOf({ raw }: XmlToken, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(raw);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescapeXml(value);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name: string | undefined) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
  });
}

export function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
