import type { LossHint } from '../conversion.ts';
import { type Relation, relationsOf } from './relations.ts';
import type { WordParts } from './word-zip.ts';
import { attributeOf, decodeXml, type XmlToken } from './xml-tokens.ts';

/** Content of a Word file that LibreOffice silently drops. */
type LostThing = Exclude<LossHint, 'cut_off' | 'comments' | 'attachment'>;

/** Its placeholder, which also shows its page in the PDF. */
export const PLACEHOLDERS: readonly (readonly [LostThing, string])[] = [
  ['linked_picture', '[Linked picture not included]'],
  ['linked_document', '[Linked document not included]'],
  ['diagram', '[Diagram not included]'],
  ['picture', '[Picture not included]'],
  ['formula', '[Formula or barcode not included]'],
];

/** The lost content that a tag refers to, if any. */
export type LossFinder = (token: XmlToken, local: string) => LostThing | undefined;

/** Word's rendering of a diagram (SmartArt), beside its data. */
const DIAGRAM_DRAWING = /dataModelExt\b[^>]*\brelId="([^"]+)"/;

/** HEIC, AVIF, HD Photo, JPEG XL and JPEG 2000, which Word shows and LibreOffice doesn't. */
const UNDRAWN_PICTURE = /^(?:....ftyp|....JXL |....jP |II\xbc)/s;
/** Fields whose code is what Word shows; LibreOffice draws only text above text (\o). */
const UNDRAWN_FIELD = /^\s*(?:EQ\s(?!.*\\o)|DISPLAYBARCODE\s|MERGEBARCODE\s)/is;

/** For the tags of one part of the file. */
export function lossFinder(parts: WordParts, name: string): LossFinder {
  let found: ReadonlyMap<string, Relation> | undefined;
  const partOf = (id: string): Buffer | undefined => {
    found ??= relationsOf(parts, name);
    const relation = found.get(id);
    return relation && !relation.isExternal ? parts.get(relation.target) : undefined;
  };
  const isMissing = (id: string | undefined) => id !== undefined && id !== '' && !partOf(id)?.length;
  const lossOfPicture = (id: string | undefined) => {
    if (isMissing(id)) return 'linked_picture';
    const start = partOf(id ?? '')?.toString('latin1', 0, 12) ?? '';
    return UNDRAWN_PICTURE.test(start) ? 'picture' : undefined;
  };
  const hasDrawing = (id: string): boolean => {
    const data = partOf(id);
    const drawing = data && DIAGRAM_DRAWING.exec(decodeXml(data))?.[1];
    return drawing !== undefined && !isMissing(drawing);
  };
  return (token, local) => {
    switch (local) {
      case 'blip':
        return lossOfPicture(attributeOf(token, 'r:embed') || attributeOf(token, 'r:link'));
      case 'imagedata':
        return lossOfPicture(attributeOf(token, 'r:id') || attributeOf(token, 'r:href'));
      case 'subDoc':
      case 'altChunk':
        return isMissing(attributeOf(token, 'r:id')) ? 'linked_document' : undefined;
      case 'fldSimple':
        return UNDRAWN_FIELD.test(attributeOf(token, 'w:instr') ?? '') ? 'formula' : undefined;
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
  /** The codes of open fields, from the outermost. */
  readonly #codes: string[] = [];
  #isCode = false;
  #runs = 0;
  #paragraphs = 0;

  constructor(findLoss: LossFinder) {
    this.#findLoss = findLoss;
  }

  /** Call before a tag is written. @param isShown whether this part of the document is visible */
  before(token: XmlToken, local: string, isShown: boolean, written: string[]): void {
    const step = token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0;
    if (local === 'r') this.#runs += step;
    else if (local === 'p') this.#paragraphs += step;
    else if (local === 'instrText') this.#isCode = step === 1;
    else if (this.#isCode && token.kind === 'text') this.#codes.push(`${this.#codes.pop() ?? ''}${token.raw}`);
    else if (local === 'fldChar' && attributeOf(token, 'w:fldCharType') === 'begin') this.#codes.push('');
    if (DRAWINGS.has(local) && step === 1) this.#open.push({ at: written.length, lost: undefined, hasMore: false });
    const drawing = this.#open.at(-1);
    // Text in a shape.
    if (local === 't' && drawing) drawing.hasMore = true;
    if (!isShown || step === -1) return;
    const lost = this.#findLoss(token, local);
    if (drawing && lost) drawing.lost = lost;
    else if (drawing && (local === 'blip' || local === 'imagedata')) drawing.hasMore = true;
    else if (lost === 'linked_document' || lost === 'formula') {
      const run = `<w:r>${runText(lost)}</w:r>`;
      written.push(this.#paragraphs > 0 ? run : `<w:p>${run}</w:p>`);
    }
  }

  /** Call after a tag is written. A placeholder follows a field, or replaces a drawing that shows nothing else. */
  after(token: XmlToken, local: string, written: string[]): void {
    if (local === 'fldChar' && attributeOf(token, 'w:fldCharType') === 'end') {
      if (!UNDRAWN_FIELD.test(this.#codes.pop() ?? '')) return;
      written.push(runText('formula'));
    }
    if (token.kind !== 'close' || !DRAWINGS.has(local)) return;
    const drawing = this.#open.pop();
    if (!drawing?.lost || this.#runs === 0) return;
    if (!drawing.hasMore) written.length = drawing.at;
    written.push(runText(drawing.lost));
  }
}
