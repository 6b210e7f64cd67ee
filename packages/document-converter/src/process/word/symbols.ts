import { codePoint } from 'dingbat-to-unicode';
import { attributeOf, escapeXml, unescapeXml, type XmlToken } from './xml-tokens.ts';

/** Microsoft's symbol fonts: text in them is symbol codes. */
const SYMBOL_FONTS = new Set(['symbol', 'webdings', 'wingdings', 'wingdings 2', 'wingdings 3']);
const PRIVATE_FROM = 0xf000;
const PRIVATE_TO = 0xf0ff;
const FONT_ATTRIBUTES = ['w:ascii', 'w:hAnsi', 'w:cs', 'w:eastAsia'] as const;

/** Free fonts with the symbols; named explicitly, because LibreOffice would use an emoji font for some. */
const STAND_IN = 'Noto Sans Symbols2';
const OTHER_STAND_INS = [
  [
    'DejaVu Sans',
    /[\u203b\u203d\u2042\u2296\u2303\u2460-\u2469\u262a\u262f\u2638-\u263a\u263d\u263e\u2648-\u2653\u271d\u271e\u2720\u2721\u2776-\u2793\u{1f610}]/u,
  ],
  ['Noto Sans Symbols', /[\u238b\u23d0\u24c5\u24ea\u24ff\u26f3\u26f7\u{1f10b}\u{1f10c}\u{1f546}-\u{1f549}]/u],
] as const;

interface Sign {
  readonly text: string;
  readonly font: string;
}

/** The Unicode equivalent of a symbol; undefined without one. */
function signOf(font: string, code: number): Sign | undefined {
  const low = code >= PRIVATE_FROM && code <= PRIVATE_TO ? code - PRIVATE_FROM : code;
  const text = low <= 0x20 || low > 0xff ? undefined : codePoint(font, low)?.string;
  if (text === undefined) return undefined;
  if (font.toLowerCase() === 'symbol') return { text, font: 'DejaVu Sans' };
  return { text, font: OTHER_STAND_INS.find(([, signs]) => signs.test(text))?.[0] ?? STAND_IN };
}

/** The symbol font in a w:rFonts. */
function symbolFontOf(token: XmlToken): string | undefined {
  return FONT_ATTRIBUTES.map((name) => attributeOf(token, name)).find((font) =>
    SYMBOL_FONTS.has(font?.toLowerCase() ?? ''),
  );
}

const fontsOf = (font: string) => `<w:rFonts ${FONT_ATTRIBUTES.map((name) => `${name}="${font}"`).join(' ')}/>`;

/** Replaces symbols of Microsoft's fonts, which only Windows has, by similar Unicode characters. */
export class SymbolWriter {
  #font: string | undefined;
  #isText = false;
  /** The run's properties without its font; symbols get their own runs with the same properties. */
  #properties: string[] = [];
  #propertiesDepth = 0;
  #fonts = '';
  /** The bullet of a list level, which comes before its font. */
  #bullet: { readonly at: number; readonly text: string } | undefined;

  /** Whether the current text is symbol codes. */
  get isInSigns(): boolean {
    return this.#font !== undefined;
  }

  /** Adds a token, changed if necessary, to the output. */
  write(token: XmlToken, written: string[]): void {
    const { kind, name, raw } = token;
    if (kind === 'text') {
      written.push(this.#isText && this.#font !== undefined ? this.#writeText(this.#font, raw) : raw);
      return;
    }
    this.#note(token, written.length);
    if (name === 'w:rFonts' && this.#font !== undefined && this.#bullet) {
      written.push(this.#writeBullet(this.#font, this.#bullet, written) ?? raw);
      return;
    }
    if (name === 'w:sym') {
      const code = Number.parseInt(attributeOf(token, 'w:char') ?? '', 16);
      const sign = signOf(attributeOf(token, 'w:font') ?? '', code);
      if (sign) {
        written.push(`</w:r>${this.#runOf(sign)}${this.#runStart()}`);
        return;
      }
    }
    written.push(raw);
  }

  /** Records state that later tokens depend on. */
  #note(token: XmlToken, at: number): void {
    const { kind, name, raw } = token;
    if (name === 'w:r' || name === 'w:lvl') {
      this.#font = undefined;
      this.#bullet = undefined;
      this.#properties = [];
      this.#fonts = '';
      this.#propertiesDepth = 0;
    } else if (name === 'w:t') this.#isText = kind === 'open';
    else if (name === 'w:lvlText') this.#bullet = { at, text: attributeOf(token, 'w:val') ?? '' };
    else if (name === 'w:rFonts') {
      this.#font = symbolFontOf(token);
      this.#fonts = raw;
    } else if (name === 'w:rPr') this.#propertiesDepth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    else if (this.#propertiesDepth > 0) this.#properties.push(raw);
  }

  #runStart(): string {
    return `<w:r><w:rPr>${this.#fonts}${this.#properties.join('')}</w:rPr>`;
  }

  #runOf({ text, font }: Sign): string {
    return `<w:r><w:rPr>${fontsOf(font)}${this.#properties.join('')}</w:rPr><w:t>${escapeXml(text)}</w:t></w:r>`;
  }

  #writeText(font: string, raw: string): string {
    let plain = '';
    let written = '';
    for (const letter of unescapeXml(raw)) {
      const sign = signOf(font, letter.codePointAt(0) ?? 0);
      if (!sign) plain += letter;
      else {
        written += `${escapeXml(plain)}</w:t></w:r>${this.#runOf(sign)}${this.#runStart()}<w:t xml:space="preserve">`;
        plain = '';
      }
    }
    return written + escapeXml(plain);
  }

  #writeBullet(font: string, { at, text }: { readonly at: number; readonly text: string }, written: string[]) {
    const sign = [...text].length === 1 ? signOf(font, text.codePointAt(0) ?? 0) : undefined;
    if (!sign) return undefined;
    written[at] = `<w:lvlText w:val="${escapeXml(sign.text)}"/>`;
    return fontsOf(sign.font);
  }
}
