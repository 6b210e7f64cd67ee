import { PDFArray, type PDFDict, type PDFDocument, PDFName, type PDFPage, PDFStream } from '@cantoo/pdf-lib';
import type { WordHint } from '../conversion.ts';
import { PLACEHOLDERS } from '../word/lost-things.ts';
import { countLetters } from '../word/word-content.ts';
import { readContent } from './content-tokens.ts';
import { type FontReader, fontReader } from './font-reader.ts';
import { type Box, dictOf, unpackStream } from './pdf-values.ts';

/** The visible content of a page. */
interface PageContent {
  /** Whether nothing on it is visible on white paper. */
  readonly isBlank: boolean;
  /** Whether its content streams are missing. */
  readonly isEmpty: boolean;
  /** Lost content of a Word file; only with `withLetters`. */
  readonly hints: readonly WordHint[];
}

export interface DocumentContent {
  readonly pages: readonly PageContent[];
  /** The number of each visible letter and digit; only with `withLetters`, like pictures. */
  readonly letters: Readonly<Record<string, number>>;
  /** Bitmaps, each counted once. */
  readonly pictures: number;
}

const MAX_DEPTH = 8;
const INVISIBLE_TEXT = 3;

const FILLS = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const STROKES = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
const TEXTS = new Set(['Tj', 'TJ', "'", '"']);
const FILL_COLORS = new Set(['g', 'rg', 'k', 'sc', 'scn']);
const STROKE_COLORS = new Set(['G', 'RG', 'K', 'SC', 'SCN']);

/** Whether a color is white; only for device color spaces. */
function isWhite(operator: string, operands: readonly number[]): boolean {
  switch (operator.toLowerCase()) {
    case 'g':
      return operands[0] === 1;
    case 'rg':
      return operands.every((part) => part === 1);
    case 'k':
      return operands.every((part) => part === 0);
    default:
      return false;
  }
}

interface State {
  readonly isFillWhite: boolean;
  readonly isStrokeWhite: boolean;
  readonly font: FontReader | undefined;
  readonly textMode: number;
  /** Whether coordinates are those of the page, without a transformation. */
  readonly isPlain: boolean;
}

const START: State = { isFillWhite: false, isStrokeWhite: false, font: undefined, textMode: 0, isPlain: true };

const withoutSpace = (text: string) => text.replace(/\s/g, '');
/** Without brackets, which are mirrored in right-to-left text. */
const PLACEHOLDER_WORDS = PLACEHOLDERS.map(([hint, words]) => [hint, withoutSpace(words.slice(1, -1))] as const);

/** The text at a page's top level, and whether some of it is beyond the page's edges. */
class PageText {
  #text = '';
  #isCutOff = false;
  readonly #box: Box;

  constructor(box: Box) {
    this.#box = box;
  }

  add(text: string, [x, y]: readonly [number, number], isPlain: boolean): void {
    this.#text += text;
    const { x: left, y: bottom, width, height } = this.#box;
    const isInside = x >= left && x < left + width && y >= bottom && y < bottom + height;
    if (isPlain && !isInside && text.trim() !== '') this.#isCutOff = true;
  }

  /** Placeholders don't count as text of the document. */
  end(): { readonly hasText: boolean; readonly hints: readonly WordHint[] } {
    let rest = withoutSpace(this.#text);
    const hints: WordHint[] = [];
    for (const [hint, words] of PLACEHOLDER_WORDS) {
      if (!rest.includes(words)) continue;
      hints.push(hint);
      rest = rest.replaceAll(words, '').replace(/[[\]]/g, '');
    }
    return { hasText: rest !== '', hints: this.#isCutOff ? [...hints, 'cut_off'] : hints };
  }
}

/** Reads one document; forms that are drawn on several pages are read once. */
class Reader {
  readonly letters: Record<string, number> = {};
  readonly pictures = new Set<PDFStream>();
  readonly #withLetters: boolean;
  readonly #fonts = new Map<PDFDict, FontReader>();
  readonly #forms = new Map<PDFStream, boolean>();

  constructor(withLetters: boolean) {
    this.#withLetters = withLetters;
  }

  /** Whether content draws something; without letters to count, reading stops at the first drawing. */
  draws(content: Buffer, resources: PDFDict | undefined, page?: PageText, depth = 0): boolean {
    let state = START;
    let at: readonly [number, number] = [0, 0];
    const saved: State[] = [];
    let numbers: number[] = [];
    let strings: Buffer[] = [];
    let name = '';
    let isDrawn = false;
    for (const token of readContent(content)) {
      if (token.kind === 'number') numbers.push(token.value);
      else if (token.kind === 'string') strings.push(token.value);
      else if (token.kind === 'name') name = token.value;
      if (token.kind !== 'operator') continue;
      const operator = token.value;
      if (operator === 'q') saved.push(state);
      else if (operator === 'Q') state = saved.pop() ?? state;
      else if (FILL_COLORS.has(operator)) state = { ...state, isFillWhite: isWhite(operator, numbers) };
      else if (STROKE_COLORS.has(operator)) state = { ...state, isStrokeWhite: isWhite(operator, numbers) };
      else if (operator === 'Tr') state = { ...state, textMode: numbers[0] ?? 0 };
      else if (operator === 'Tf') state = { ...state, font: this.#fontOf(resources, name) };
      else if (operator === 'cm') state = { ...state, isPlain: false };
      else if (operator === 'BT') at = [0, 0];
      else if (operator === 'Tm') at = [numbers[4] ?? 0, numbers[5] ?? 0];
      else if (operator === 'Td' || operator === 'TD') at = [at[0] + (numbers[0] ?? 0), at[1] + (numbers[1] ?? 0)];
      else if (TEXTS.has(operator)) {
        const text = this.#readText(strings, state);
        if (page) page.add(text, at, state.isPlain);
        else isDrawn ||= text.trim() !== '';
      } else if (FILLS.has(operator) && !state.isFillWhite) isDrawn = true;
      else if (STROKES.has(operator) && !state.isStrokeWhite) isDrawn = true;
      else if (operator === 'sh' || operator === 'ID') isDrawn = true;
      else if (operator === 'Do') isDrawn = this.#drawsObject(resources, name, depth) || isDrawn;
      if (isDrawn && !this.#withLetters) return true;
      numbers = [];
      strings = [];
    }
    return isDrawn;
  }

  #fontOf(resources: PDFDict | undefined, name: string): FontReader | undefined {
    const font = dictOf(dictOf(resources, 'Font'), name);
    if (!font) return undefined;
    const reader = this.#fonts.get(font) ?? fontReader(font);
    this.#fonts.set(font, reader);
    return reader;
  }

  #readText(strings: readonly Buffer[], { font, textMode, isFillWhite }: State): string {
    if (textMode === INVISIBLE_TEXT || (textMode === 0 && isFillWhite)) return '';
    const text = strings.map((bytes) => font?.read(bytes) ?? bytes.toString('latin1')).join('');
    if (this.#withLetters) countLetters(text, this.letters);
    return text;
  }

  #drawsObject(resources: PDFDict | undefined, name: string, depth: number): boolean {
    const object = dictOf(resources, 'XObject')?.lookup(PDFName.of(name));
    if (!(object instanceof PDFStream)) return false;
    if (object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')) {
      this.pictures.add(object);
      return true;
    }
    const known = this.#forms.get(object);
    if (known !== undefined || depth >= MAX_DEPTH) return known ?? true;
    this.#forms.set(object, false);
    const content = unpackStream(object);
    const isDrawn =
      content === undefined || this.draws(content, dictOf(object.dict, 'Resources') ?? resources, undefined, depth + 1);
    this.#forms.set(object, isDrawn);
    return isDrawn;
  }

  read(page: PDFPage): PageContent {
    const contents = page.node.Contents();
    const streams =
      contents instanceof PDFArray
        ? Array.from({ length: contents.size() }, (_, at) => contents.lookup(at))
        : [contents];
    const present = streams.filter((stream) => stream instanceof PDFStream);
    const pieces = present.map(unpackStream);
    // Content too large to be read is not blank.
    const isReadable = pieces.every((piece) => piece !== undefined);
    const content = Buffer.concat(pieces.flatMap((piece) => (piece === undefined ? [] : [piece, Buffer.from('\n')])));
    const pageText = this.#withLetters ? new PageText(page.getMediaBox()) : undefined;
    const isDrawn = this.draws(content, page.node.Resources(), pageText);
    const { hasText, hints } = pageText?.end() ?? { hasText: false, hints: [] };
    return { isBlank: isReadable && !isDrawn && !hasText, isEmpty: present.length === 0, hints };
  }
}

/** The visible content of a PDF by page, without rendering it. @param withLetters also counts letters and pictures, which takes longer */
export function contentOf(pdf: PDFDocument, withLetters: boolean): DocumentContent {
  const reader = new Reader(withLetters);
  const pages = pdf.getPages().map((page) => reader.read(page));
  return { pages, letters: reader.letters, pictures: reader.pictures.size };
}
