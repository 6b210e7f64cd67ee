/** A token of a content stream: an operand, an operator, or a whole inline picture. */
type ContentToken = (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'string'; readonly value: Buffer }
  | { readonly kind: 'operator'; readonly value: string }
  | { readonly kind: 'mark'; readonly value: '[' | ']' | '<<' | '>>' }
) & {
  /** Offset of its end; an inline picture ends with its ID. */
  readonly end: number;
};

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((letter) => letter.charCodeAt(0)));
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };
const BACKSLASH = 92;
const [OPEN, CLOSE] = [40, 41];

const isRegular = (byte: number | undefined) => byte !== undefined && !SPACE.has(byte) && !DELIMITERS.has(byte);

/** A literal string after its parenthesis: its bytes and the offset of its end. */
function readLiteral(content: Buffer, from: number): readonly [Buffer, number] {
  const bytes: number[] = [];
  let depth = 1;
  let at = from;
  for (; at < content.length; at += 1) {
    const byte = content[at] ?? 0;
    if (byte === BACKSLASH) {
      at += 1;
      const letter = String.fromCharCode(content[at] ?? 0);
      const octal = /^[0-7]{1,3}/.exec(content.toString('latin1', at, at + 3))?.[0];
      if (octal !== undefined) {
        bytes.push(Number.parseInt(octal, 8) & 0xff);
        at += octal.length - 1;
      } else if (letter !== '\n' && letter !== '\r') bytes.push(ESCAPES[letter] ?? letter.charCodeAt(0));
      continue;
    }
    if (byte === OPEN) depth += 1;
    if (byte === CLOSE) depth -= 1;
    if (depth === 0) break;
    bytes.push(byte);
  }
  return [Buffer.from(bytes), at + 1];
}

/** The end of an inline picture's data: after an EI between delimiters. */
function findPictureEnd(content: Buffer, from: number): number {
  for (let at = content.indexOf('EI', from); at >= 0; at = content.indexOf('EI', at + 1)) {
    if (SPACE.has(content[at - 1] ?? 0) && !isRegular(content[at + 2])) return at + 2;
  }
  return content.length;
}

/** The tokens of a page's content (ISO 32000-2, 7.8.2). Skips invalid syntax. */
export function* readContent(content: Buffer): Generator<ContentToken> {
  let at = 0;
  while (at < content.length) {
    const byte = content[at] ?? 0;
    const letter = String.fromCharCode(byte);
    if (SPACE.has(byte)) at += 1;
    else if (letter === '%') {
      while (at < content.length && content[at] !== 10 && content[at] !== 13) at += 1;
    } else if (letter === '(') {
      const [value, end] = readLiteral(content, at + 1);
      yield { kind: 'string', value, end };
      at = end;
    } else if ((letter === '<' || letter === '>') && content[at + 1] === byte) {
      at += 2;
      yield { kind: 'mark', value: letter === '<' ? '<<' : '>>', end: at };
    } else if (letter === '<') {
      const end = content.indexOf('>', at);
      const stop = end < 0 ? content.length : end;
      const digits = content.toString('latin1', at + 1, stop).replace(/[^0-9a-fA-F]/g, '');
      at = stop + 1;
      yield { kind: 'string', value: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'), end: at };
    } else if (letter === '[' || letter === ']') {
      at += 1;
      yield { kind: 'mark', value: letter, end: at };
    } else if (letter === '/') {
      let end = at + 1;
      while (isRegular(content[end])) end += 1;
      yield { kind: 'name', value: content.toString('latin1', at + 1, end), end };
      at = end;
    } else if (!isRegular(byte)) at += 1;
    else {
      let end = at + 1;
      while (isRegular(content[end])) end += 1;
      const word = content.toString('latin1', at, end);
      const value = Number(word);
      at = word === 'ID' ? findPictureEnd(content, end) : end;
      yield Number.isFinite(value) ? { kind: 'number', value, end: at } : { kind: 'operator', value: word, end: at };
    }
  }
}
