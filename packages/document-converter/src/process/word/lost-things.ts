import type { WordHint } from '../conversion.ts';
import { type Relation, relationsOf } from './relations.ts';
import type { WordParts } from './word-zip.ts';
import { attributeOf, decodeXml, type XmlToken } from './xml-tokens.ts';

/** Content of a Word file that LibreOffice silently drops. */
type LostThing = Exclude<WordHint, 'cut_off'>;

/** Its placeholder, which also shows its page in the PDF. */
export const PLACEHOLDERS: readonly (readonly [LostThing, string])[] = [
  ['linked_picture', '[Linked picture not included]'],
  ['linked_document', '[Linked document not included]'],
  ['diagram', '[Diagram not included]'],
];

/** The lost content that a tag refers to, if any. */
export type LossFinder = (token: XmlToken, local: string) => LostThing | undefined;

/** Word's rendering of a diagram (SmartArt), beside its data. */
const DIAGRAM_DRAWING = /dataModelExt\b[^>]*\brelId="([^"]+)"/;

/** For the tags of one part of the file. */
export function lossFinder(parts: WordParts, name: string): LossFinder {
  let found: ReadonlyMap<string, Relation> | undefined;
  const partOf = (id: string): Buffer | undefined => {
    found ??= relationsOf(parts, name);
    const relation = found.get(id);
    return relation && !relation.isExternal ? parts.get(relation.target) : undefined;
  };
  const isMissing = (id: string | undefined) => id !== undefined && id !== '' && !partOf(id)?.length;
  const hasDrawing = (id: string): boolean => {
    const data = partOf(id);
    const drawing = data && DIAGRAM_DRAWING.exec(decodeXml(data))?.[1];
    return drawing !== undefined && !isMissing(drawing);
  };
  return (token, local) => {
    switch (local) {
      case 'blip':
        return isMissing(attributeOf(token, 'r:embed') || attributeOf(token, 'r:link')) ? 'linked_picture' : undefined;
      case 'imagedata':
        return isMissing(attributeOf(token, 'r:id') || attributeOf(token, 'r:href')) ? 'linked_picture' : undefined;
      case 'subDoc':
      case 'altChunk':
        return isMissing(attributeOf(token, 'r:id')) ? 'linked_document' : undefined;
      case 'relIds':
        return hasDrawing(attributeOf(token, 'r:dm') ?? '') ? undefined : 'diagram';
      default:
        return undefined;
    }
  };
}

/** Elements within a run that show a picture, a diagram, or shapes with text. */
const DRAWINGS = new Set(['drawing', 'pict', 'object']);

const runText = (thing: LostThing) => `<w:t>${PLACEHOLDERS.find(([name]) => name === thing)?.[1] ?? ''}</w:t>`;

/** Writes placeholders for the lost content of a part. */
export class PlaceholderWriter {
  readonly #findLoss: LossFinder;
  /** Open drawings: the index where they begin in the output, and their content. */
  readonly #open: { readonly at: number; lost: LostThing | undefined; hasMore: boolean }[] = [];
  #hasWritten = false;
  #runs = 0;
  #paragraphs = 0;

  constructor(findLoss: LossFinder) {
    this.#findLoss = findLoss;
  }

  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Call before a tag is written. @param isShown whether this part of the document is visible */
  before(token: XmlToken, local: string, isShown: boolean, written: string[]): void {
    const step = token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0;
    if (local === 'r') this.#runs += step;
    else if (local === 'p') this.#paragraphs += step;
    if (DRAWINGS.has(local) && step === 1) this.#open.push({ at: written.length, lost: undefined, hasMore: false });
    const drawing = this.#open.at(-1);
    // Text in a shape.
    if (local === 't' && drawing) drawing.hasMore = true;
    if (!isShown || step === -1) return;
    const lost = this.#findLoss(token, local);
    if (drawing && lost) drawing.lost = lost;
    else if (drawing && (local === 'blip' || local === 'imagedata')) drawing.hasMore = true;
    else if (lost === 'linked_document') {
      const run = `<w:r>${runText(lost)}</w:r>`;
      written.push(this.#paragraphs > 0 ? run : `<w:p>${run}</w:p>`);
      this.#hasWritten = true;
    }
  }

  /** Call after a tag is written. A placeholder replaces a drawing that shows nothing else. */
  after(token: XmlToken, local: string, written: string[]): void {
    if (token.kind !== 'close' || !DRAWINGS.has(local)) return;
    const drawing = this.#open.pop();
    if (!drawing?.lost || this.#runs === 0) return;
    if (!drawing.hasMore) written.length = drawing.at;
    written.push(runText(drawing.lost));
    this.#hasWritten = true;
  }
}
