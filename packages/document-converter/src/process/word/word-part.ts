import { ConversionError } from '../conversion.ts';
import { type LossFinder, PlaceholderWriter } from './lost-things.ts';
import { SymbolWriter } from './symbols.ts';
import { attributeOf, readXml, unescapeXml, type XmlToken } from './xml-tokens.ts';

/** Nested tables: for each level LibreOffice lays out all deeper ones again. */
const MAX_TABLE_DEPTH = 20;
/** Nested elements; Word writes about forty levels. */
const MAX_DEPTH = 400;

export interface PartContent {
  /** The visible text, without deleted, hidden and fallback text. */
  readonly text: string;
  readonly hasPictures: boolean;
  /** Relation ids of embedded documents. */
  readonly embeddedDocuments: readonly string[];
  /** The rewritten part, if something had to change. */
  readonly written: string | undefined;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
const OFF = new Set(['0', 'false', 'off']);

/** Reads one XML part. @throws ConversionError when it nests too deeply */
export function readPart(xml: string, findLoss: LossFinder): PartContent {
  const texts: string[] = [];
  const embeddedDocuments: string[] = [];
  const written: string[] = [];
  const symbols = new SymbolWriter();
  const placeholders = new PlaceholderWriter(findLoss);
  let [depth, tables, fallbacks] = [0, 0, 0];
  let [isText, isHidden, hasPicture, hasPictures] = [false, false, false, false];
  /** Open elements of an object that is being dropped. */
  let leftOut = 0;

  /**
   * Word shows an embedded sheet, slides or an older equation by its stored picture. LibreOffice would render the object with
   * other column widths, or drop it; without the object it shows the picture.
   */
  const isLeftOut = (token: XmlToken, local: string): boolean => {
    const begins = local === 'OLEObject' && token.kind !== 'close' && hasPicture;
    if (leftOut === 0 && !begins) return false;
    if (token.kind === 'open') leftOut += 1;
    else if (token.kind === 'close') leftOut -= 1;
    return true;
  };

  const enter = (token: XmlToken, local: string) => {
    if (local === 'tbl') tables += 1;
    else if (local === 'Fallback') fallbacks += 1;
    else if (local === 'object') hasPicture = false;
    else if (local === 'r') isHidden = false;
    else if (local === 't') isText = true;
    if (tables > MAX_TABLE_DEPTH || depth > MAX_DEPTH) throw new ConversionError('too_deep');
    note(token, local);
  };
  const note = (token: XmlToken, local: string) => {
    if (fallbacks > 0) return;
    if (local === 'vanish') isHidden = !OFF.has(attributeOf(token, 'w:val') ?? '');
    else if (local === 'p' || local === 'tab' || local === 'br') texts.push(' ');
    else if (local === 'blip' || local === 'imagedata') {
      hasPictures = true;
      hasPicture ||= local === 'imagedata' && attributeOf(token, 'r:id') !== undefined;
    } else if (local === 'altChunk') {
      const id = attributeOf(token, 'r:id');
      if (id !== undefined) embeddedDocuments.push(id);
    }
  };
  const leave = (local: string) => {
    if (local === 'tbl') tables -= 1;
    else if (local === 'Fallback') fallbacks -= 1;
    else if (local === 't') isText = false;
  };

  for (const token of readXml(xml)) {
    const local = localName(token.name);
    if (token.kind === 'open') {
      depth += 1;
      enter(token, local);
    } else if (token.kind === 'empty') note(token, local);
    const isKept = !isLeftOut(token, local);
    placeholders.before(token, local, !isHidden && fallbacks === 0, written);
    if (isKept) symbols.write(token, written);
    placeholders.after(token, local, written);
    if (token.kind === 'text') {
      if (isText && !isHidden && !symbols.isInSigns && fallbacks === 0) texts.push(unescapeXml(token.raw));
    } else if (token.kind === 'close') {
      depth -= 1;
      leave(local);
    }
  }
  const rewritten = written.join('');
  return {
    text: texts.join(''),
    hasPictures,
    embeddedDocuments,
    written: rewritten === xml ? undefined : rewritten,
  };
}
