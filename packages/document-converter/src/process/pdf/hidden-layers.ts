import { deflateSync } from 'node:zlib';
import { PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import { ConversionError } from '../conversion.ts';
import { readContent } from './content-tokens.ts';
import { dictOf, itemsOf, nameOf, numberOf, pageContentOf, unpackStream } from './pdf-values.ts';

export type IsHidden = (layer: unknown) => boolean;

/** Whether a layer, or a condition on layers, is hidden when the document is opened (ISO 32000-2, 8.11). */
export function layerReader(pdf: PDFDocument): IsHidden {
  const config = dictOf(dictOf(pdf.catalog, 'OCProperties'), 'D');
  const isOffAtFirst = config !== undefined && nameOf(config, 'BaseState') === 'OFF';
  const others = new Set(itemsOf(config?.lookup(PDFName.of(isOffAtFirst ? 'ON' : 'OFF'))));
  const isOn = (layer: unknown) => others.has(layer) === isOffAtFirst;
  return (layer) => {
    if (!(layer instanceof PDFDict)) return false;
    if (nameOf(layer, 'Type') !== 'OCMD') return !isOn(layer);
    const layers = itemsOf(layer.lookup(PDFName.of('OCGs'))).filter((item) => item instanceof PDFDict);
    const [isAnyOn, areAllOn] = [layers.some(isOn), layers.every(isOn)];
    const hidden: Readonly<Record<string, boolean>> = { AllOn: !areAllOn, AnyOff: areAllOn, AllOff: isAnyOn };
    return layers.length > 0 && (hidden[nameOf(layer, 'P')] ?? !isAnyOn);
  };
}

/** What remains of operators that draw. Others change the state of what follows. */
const UNDRAWN = new Map([
  ...['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's'].map((operator) => [operator, ' n '] as const),
  ...['sh', 'Do', 'BI', 'ID', 'Tj', 'TJ'].map((operator) => [operator, ' '] as const),
  ...["'", '"'].map((operator) => [operator, ' T* '] as const),
]);

/** The content without what it draws in hidden layers; undefined when nothing is hidden. */
function withoutHidden(content: Buffer, resources: PDFDict | undefined, isHidden: IsHidden): Buffer | undefined {
  const layers = dictOf(resources, 'Properties');
  const kept: Buffer[] = [];
  /** For each open mark, whether it or one around it is hidden. */
  const marks: boolean[] = [];
  let [names, from, keptTo]: [string[], number, number] = [[], 0, 0];
  for (const token of readContent(content)) {
    if (token.kind === 'name') names.push(token.value);
    if (token.kind !== 'operator') continue;
    const { value, end } = token;
    const isInHidden = marks.at(-1) ?? false;
    const [tag, name = ''] = names;
    if (value === 'BMC') marks.push(isInHidden);
    else if (value === 'BDC') marks.push(isInHidden || (tag === 'OC' && isHidden(layers?.lookup(PDFName.of(name)))));
    else if (value === 'EMC') marks.pop();
    const rest = isInHidden ? UNDRAWN.get(value) : undefined;
    if (rest !== undefined) {
      kept.push(content.subarray(keptTo, from), Buffer.from(rest));
      keptTo = end;
    }
    [names, from] = [[], end];
  }
  return keptTo === 0 ? undefined : Buffer.concat([...kept, content.subarray(keptTo)]);
}

function readable(content: Buffer | undefined): Buffer {
  if (content === undefined) throw new ConversionError('too_much_inside');
  return content;
}

/** A form or pattern without what is hidden; undefined when it stays as it is. */
function cleanStream(pdf: PDFDocument, stream: PDFStream, isHidden: IsHidden): PDFStream | undefined {
  const { dict } = stream;
  if (isHidden(dict.lookup(PDFName.of('OC'))))
    return pdf.context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] });
  if (nameOf(dict, 'Subtype') !== 'Form' && numberOf(dict, 'PatternType') !== 1) return undefined;
  const clean = withoutHidden(readable(unpackStream(stream)), dictOf(dict, 'Resources'), isHidden);
  if (clean === undefined) return undefined;
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  dict.delete(PDFName.of('DecodeParms'));
  return PDFRawStream.of(dict, deflateSync(clean));
}

/**
 * Removes what layers hide, so that a copy of the pages doesn't show it.
 * @throws ConversionError when content is too large to be read
 */
export function removeHiddenLayers(pdf: PDFDocument, isHidden: IsHidden): void {
  if (!pdf.catalog.has(PDFName.of('OCProperties'))) return;
  // Where nothing is hidden, content that cannot be read here is no reason to refuse the file.
  const objects = pdf.context.enumerateIndirectObjects();
  const isLayer = (object: unknown) => object instanceof PDFDict && /^OC(G|MD)$/.test(nameOf(object, 'Type') ?? '');
  if (!objects.some(([, object]) => isLayer(object) && isHidden(object))) return;
  for (const [ref, object] of objects) {
    const clean = object instanceof PDFStream ? cleanStream(pdf, object, isHidden) : undefined;
    if (clean) pdf.context.assign(ref, clean);
  }
  for (const { node } of pdf.getPages()) {
    const clean = withoutHidden(readable(pageContentOf(node)), node.Resources(), isHidden);
    if (clean) node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(clean)));
  }
}
