import type { WordHint } from '../../converter.ts';
import { type Relation, relationsOf } from './relations.ts';
import type { WordParts } from './word-zip.ts';
import { attributeOf, decodeXml, type XmlToken } from './xml-tokens.ts';

/** What LibreOffice leaves out of a Word file without a word. */
export type LostThing = Exclude<WordHint, 'cut_off'>;

/** The placeholder for it, which also shows on which page of the PDF it was. */
export const PLACEHOLDERS: readonly (readonly [LostThing, string])[] = [
  ['linked_picture', '[Linked picture not included]'],
  ['linked_document', '[Linked document not included]'],
  ['diagram', '[Diagram not included]'],
];

/** Finds out of a tag whether something that it shows is lost. */
export type LossFinder = (token: XmlToken, local: string) => LostThing | undefined;

/** The drawing that Word keeps of a diagram (SmartArt), beside what it is drawn from. */
const DIAGRAM_DRAWING = /dataModelExt\b[^>]*\brelId="([^"]+)"/;

/** For the tags of one part. */
export function lossFinder(parts: WordParts, name: string): LossFinder {
  let found: ReadonlyMap<string, Relation> | undefined;
  const partOf = (id: string): Buffer | undefined => {
    found ??= relationsOf(parts, name);
    const relation = found.get(id);
    return relation && !relation.isElsewhere ? parts.get(relation.target) : undefined;
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
