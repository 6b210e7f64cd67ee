import path from 'node:path';
import { ConversionError } from '../conversion.ts';
import { packZip } from '../pack-zip.ts';
import { lossFinder } from './lost-things.ts';
import { pictureSizeOf } from './picture-size.ts';
import { relationsOf } from './relations.ts';
import type { WordContent } from './word-content.ts';
import { type PartContent, readPart } from './word-part.ts';
import { unpackWordZip, type WordParts } from './word-zip.ts';
import { attributeOf, decodeXml, readXml } from './xml-tokens.ts';

/** For one picture, as for uploaded pictures. */
const MAX_PIXELS = 40e6;
/** For all pictures of a file; LibreOffice takes an eighth of a second for each million. */
const MAX_PIXELS_IN_ALL = 100e6;
/** For vector drawings, whose size may be given for printers of 1,200 dots an inch. */
const MAX_DRAWING_PIXELS = 400e6;

/** Word files embedded in a Word file. They may not embed others. */
const MAX_INNER_FILES = 10;

const TYPES = '[Content_Types].xml';
const WORD_DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const WORD_TEMPLATE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml';
/** A document or template with macros. Macros of an embedded sheet don't matter, since LibreOffice never opens it. */
const MACRO_DOCUMENT = /^application\/vnd\.ms-word\..*macroEnabled.*\.main\+xml$/i;
const MACROS = /^word\/vbaProject[^/]*\.bin$/i;
const COMMENTS = /^word\/comments\d*\.xml$/i;

const ENCODING = /^(\uFEFF?<\?xml[^>]*?)encoding\s*=\s*(?:"[^"]*"|'[^']*')/;

interface PreparedWord {
  readonly docx: Buffer;
  readonly word: WordContent;
}

/** The name of the main part. Turns templates into documents, which look the same. */
function findMainPart(parts: Map<string, Buffer>): string {
  const types = parts.get(TYPES);
  if (!types) throw new ConversionError('wrong_content');
  const text = decodeXml(types);
  if ([...parts.keys()].some((name) => MACROS.test(name))) throw new ConversionError('macros');
  const asDocument = text.replaceAll(WORD_TEMPLATE, WORD_DOCUMENT);
  if (asDocument !== text) parts.set(TYPES, Buffer.from(asDocument));
  for (const token of readXml(asDocument)) {
    const type = attributeOf(token, 'ContentType') ?? '';
    if (MACRO_DOCUMENT.test(type)) throw new ConversionError('macros');
    if (type !== WORD_DOCUMENT) continue;
    const name = attributeOf(token, 'PartName')?.replace(/^\//, '') ?? 'word/document.xml';
    if (parts.has(name)) return name;
  }
  throw new ConversionError('wrong_content');
}

/** Remaining limits of a file, shared with the Word files inside it. */
interface Allowance {
  /** Of pictures. */
  pixels: number;
  innerFiles: number;
}

function refuseLargePictures(parts: WordParts, left: Allowance): void {
  for (const [name, content] of parts) {
    if (name.endsWith('.xml') || name.endsWith('.rels')) continue;
    const size = pictureSizeOf(content);
    if (!size) continue;
    const pixels = size.width * size.height;
    if (size.isBitmap) left.pixels -= pixels;
    const isTooLarge = size.isBitmap ? pixels > MAX_PIXELS || left.pixels < 0 : pixels > MAX_DRAWING_PIXELS;
    if (isTooLarge) throw new ConversionError('too_much_inside');
  }
}

const isWordName = (name: string) => path.extname(name).toLowerCase() === '.docx';

/** Names of the parts that a part embeds. */
function embeddedIn(parts: WordParts, name: string, { embeddedDocuments }: PartContent): readonly string[] {
  const relations = relationsOf(parts, name);
  return embeddedDocuments.flatMap((id) => {
    const target = relations.get(id)?.target;
    return target !== undefined && (parts.get(target)?.length ?? 0) > 0 ? [target] : [];
  });
}

/**
 * Reads a Word file within limits and rewrites it for LibreOffice: templates as documents, symbol fonts as Unicode, placeholders
 * for content that LibreOffice would drop.
 * @throws ConversionError when it is no Word file, or is at fault
 */
export function prepareWord(zip: Buffer): Promise<PreparedWord> {
  return prepare(zip, { pixels: MAX_PIXELS_IN_ALL, innerFiles: MAX_INNER_FILES }, false);
}

async function prepare(zip: Buffer, left: Allowance, isInner: boolean): Promise<PreparedWord> {
  const parts = new Map(await unpackWordZip(zip));
  const main = findMainPart(parts);
  refuseLargePictures(parts, left);
  const word = { isEmpty: true, hasComments: false, hasInvertedMarks: false };
  for (const [name, content] of parts) {
    if (!name.endsWith('.xml') || name === TYPES) continue;
    const part = readPart(decodeXml(content), lossFinder(parts, name));
    if (part.written !== undefined) parts.set(name, Buffer.from(part.written.replace(ENCODING, '$1encoding="UTF-8"')));
    word.hasComments ||= COMMENTS.test(name) && part.text.trim() !== '';
    word.hasInvertedMarks ||= part.text.includes('¿');
    const embedded = embeddedIn(parts, name, part);
    for (const target of embedded.filter(isWordName)) {
      left.innerFiles -= 1;
      if (isInner || left.innerFiles < 0) throw new ConversionError('embedded_document');
      const inner = await prepare(parts.get(target) ?? Buffer.alloc(0), left, true);
      parts.set(target, inner.docx);
      word.isEmpty &&= inner.word.isEmpty;
      word.hasComments ||= inner.word.hasComments;
      word.hasInvertedMarks ||= inner.word.hasInvertedMarks;
    }
    // Headers and notes are visible only where the document refers to them.
    if (name !== main) continue;
    word.isEmpty &&= part.text.trim() === '' && !part.hasPictures;
    // LibreOffice drops embedded files other than Word's.
    if (!embedded.every(isWordName)) throw new ConversionError('embedded_document');
  }
  return { docx: packZip(parts), word };
}
