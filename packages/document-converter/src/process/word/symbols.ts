import { codePoint } from 'dingbat-to-unicode';
import { attributeOf, escapeXml, unescapeXml, type XmlToken } from './xml-tokens.ts';

/** Microsoft's symbol fonts: text in them is symbol codes. */
const SYMBOL_FONTS = new Set(['symbol', 'webdings', 'wingdings', 'wingdings 2', 'wingdings 3']);
const PRIVATE_FROM = 0xf000;
const PRIVATE_TO = 0xf0ff;
const FONT_ATTRIBUTES = ['w:ascii', 'w:hAnsi', 'w:cs', 'w:eastAsia'] as const;

/** Signs that only fonts of colored pictures have, and signs of the same meaning that others have. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = { '✅': '✔', '❌': '✖', '❎': '✖' };

/** The Unicode equivalent of a symbol; undefined without one. */
function signOf(font: string, code: number): string | undefined {
  const low = code >= PRIVATE_FROM && code <= PRIVATE_TO ? code - PRIVATE_FROM : code;
  return low <= 0x20 || low > 0xff ? undefined : codePoint(font, low)?.string;
}

const signsOf = (font: string, text: string) =>
  Array.from(unescapeXml(text), (letter) => signOf(font, letter.codePointAt(0) ?? 0) ?? letter).join('');

function symbolFontOf(token: XmlToken): string | undefined {
  return FONT_ATTRIBUTES.map((name) => attributeOf(token, name)).find((font) =>
    SYMBOL_FONTS.has(font?.toLowerCase() ?? ''),
  );
}

/**
 * Replaces symbols of Microsoft's fonts, which only Windows has, by similar Unicode characters, and drops the name of the font:
 * LibreOffice takes them from a font that has them.
 */
export class SymbolWriter {
  /** The symbol font of the open run or list level. */
  #font: string | undefined;
  #isRun = false;
  #isText = false;
  /** The bullet of a list level, which comes before its font. */
  #bullet: { readonly at: number; readonly text: string } | undefined;

  /** Whether the current text is symbol codes. */
  get isInSigns(): boolean {
    return this.#font !== undefined;
  }

  /** Adds a token, changed if necessary, to the output. */
  write(token: XmlToken, written: string[]): void {
    const { kind, name, raw } = token;
    if (kind === 'text' && this.#isText) {
      const plain = raw.replace(/[✅❌❎]/gu, (sign) => PLAIN_SIGNS[sign] ?? sign);
      written.push(this.#font === undefined ? plain : escapeXml(signsOf(this.#font, raw)));
      return;
    }
    if (name === 'w:r' || name === 'w:lvl') {
      [this.#font, this.#bullet, this.#isRun] = [undefined, undefined, kind === 'open'];
    } else if (name === 'w:t') this.#isText = kind === 'open';
    else if (name === 'w:lvlText') this.#bullet = { at: written.length, text: attributeOf(token, 'w:val') ?? '' };
    else if (name === 'w:rFonts' && this.#isRun) {
      this.#font = symbolFontOf(token);
      if (this.#font !== undefined) {
        written.push('');
        if (this.#bullet)
          written[this.#bullet.at] = `<w:lvlText w:val="${escapeXml(signsOf(this.#font, this.#bullet.text))}"/>`;
        return;
      }
    } else if (name === 'w:sym') {
      const sign = signOf(attributeOf(token, 'w:font') ?? '', Number.parseInt(attributeOf(token, 'w:char') ?? '', 16));
      if (sign !== undefined) {
        written.push(`<w:t>${escapeXml(sign)}</w:t>`);
        return;
      }
    }
    written.push(raw);
  }
}
