import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';
import type { LossHint } from '../conversion.ts';
import { PLACEHOLDERS } from '../word/lost-things.ts';
import type { WordContent } from '../word/word-content.ts';
import { readContent } from './content-tokens.ts';
import { type FontReader, fontReader } from './font-reader.ts';
import { type Box, dictOf, nameOf, pageContentOf } from './pdf-values.ts';

interface ShownPage {
  /** Whether nothing is drawn on it, in whatever color. */
  readonly isBlank: boolean;
  /** Lost content of a Word file. */
  readonly hints: readonly LossHint[];
}

const TEXTS = new Set(['Tj', 'TJ', "'", '"']);
const DRAWINGS = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'ID', 'Do']);

interface State {
  readonly font: PDFDict | undefined;
  /** Whether coordinates are those of the page, without a transformation. */
  readonly isPlain: boolean;
}

const withoutSpace = (text: string) => text.replace(/\s/g, '');
/** Without brackets, which are mirrored in right-to-left text. */
const PLACEHOLDER_WORDS = PLACEHOLDERS.map(([hint, words]) => [hint, withoutSpace(words.slice(1, -1))] as const);
/** What LibreOffice draws for a part of an equation that it can't read. */
const BROKEN_EQUATION = '¿';

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
  end(word: WordContent | undefined): { readonly hasText: boolean; readonly hints: readonly LossHint[] } {
    let rest = withoutSpace(this.#text);
    const hints: LossHint[] = [];
    for (const [hint, words] of PLACEHOLDER_WORDS) {
      if (!rest.includes(words)) continue;
      hints.push(hint);
      rest = rest.replaceAll(words, '').replace(/[[\]]/g, '');
    }
    const isBroken = rest.includes(BROKEN_EQUATION) && !word?.hasInvertedMarks;
    if (isBroken && !hints.includes('formula')) hints.push('formula');
    return { hasText: rest !== '', hints: this.#isCutOff ? [...hints, 'cut_off'] : hints };
  }
}

class Reader {
  readonly #fonts = new Map<PDFDict, FontReader>();

  /** Whether content draws something other than text; adds its text. Without `isWhole`, reading stops at the first drawing. */
  draws(content: Buffer, resources: PDFDict | undefined, page: PageText, isWhole: boolean): boolean {
    let state: State = { font: undefined, isPlain: true };
    let at: readonly [number, number] = [0, 0];
    const saved: State[] = [];
    let [numbers, strings, name, isDrawn]: [number[], Buffer[], string, boolean] = [[], [], '', false];
    for (const token of readContent(content)) {
      if (token.kind === 'number') numbers.push(token.value);
      else if (token.kind === 'string') strings.push(token.value);
      else if (token.kind === 'name') name = token.value;
      if (token.kind !== 'operator') continue;
      const operator = token.value;
      if (operator === 'q') saved.push(state);
      else if (operator === 'Q') state = saved.pop() ?? state;
      else if (operator === 'Tf') state = { ...state, font: dictOf(dictOf(resources, 'Font'), name) };
      else if (operator === 'cm') state = { ...state, isPlain: false };
      else if (operator === 'BT') at = [0, 0];
      else if (operator === 'Tm') at = [numbers[4] ?? 0, numbers[5] ?? 0];
      else if (operator === 'Td' || operator === 'TD') at = [at[0] + (numbers[0] ?? 0), at[1] + (numbers[1] ?? 0)];
      else if (TEXTS.has(operator)) page.add(this.#readText(strings, state.font), at, state.isPlain);
      isDrawn ||= DRAWINGS.has(operator);
      if (isDrawn && !isWhole) return true;
      [numbers, strings] = [[], []];
    }
    return isDrawn;
  }

  #readText(strings: readonly Buffer[], font: PDFDict | undefined): string {
    if (!font) return strings.map((bytes) => bytes.toString('latin1')).join('');
    const reader = this.#fonts.get(font) ?? fontReader(font);
    this.#fonts.set(font, reader);
    const text = strings.map((bytes) => reader.read(bytes)).join('');
    // Each letter of such a font is a drawing, whatever its code means.
    return text.trim() === '' && nameOf(font, 'Subtype') === 'Type3' ? '\u{fffd}' : text;
  }
}

/**
 * What the pages of a PDF show, without rendering it: whatever is drawn counts, in any color.
 * @param word the Word file that it was made from
 */
export function shownPages(pdf: PDFDocument, word?: WordContent): readonly ShownPage[] {
  const reader = new Reader();
  return pdf.getPages().map((page) => {
    const content = pageContentOf(page.node);
    // Content too large to be read is not blank.
    if (content === undefined) return { isBlank: false, hints: [] };
    const text = new PageText(page.getMediaBox());
    const isDrawn = reader.draws(content, page.node.Resources(), text, word !== undefined);
    const { hasText, hints } = text.end(word);
    return { isBlank: !isDrawn && !hasText, hints: word ? hints : [] };
  });
}
