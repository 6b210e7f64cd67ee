import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { fontReader } from '@firstyear/document-converter/font-reader';
import { expect, test } from 'vitest';
import { repairMap, repairMeanings } from './repair-meanings.ts';

const mapOf = (...sections: readonly string[]) =>
  ['1 begincodespacerange', '<00> <FF>', 'endcodespacerange', ...sections, 'endcmap', ''].join('\n');
const charMap = (...pairs: readonly string[]) =>
  mapOf(`${pairs.length} beginbfchar`, ...pairs.map((pair) => `<${pair.slice(0, 2)}> <${pair.slice(2)}>`), 'endbfchar');

test.each([
  ['a radical is read as the character that was printed', '小明', '012F29', '015C0F'],
  ['a radical of the supplement too', '青', '012ED8', '019752'],
  ['of several characters with one glyph, the printed one is chosen', '戸', '012F3E', '016238'],
  ['a radical that was printed stays', '⼩', '012F29', '012F29'],
  ['where both were printed, the radical becomes the character', '小⼩', '012F29', '015C0F'],
  ['a compatibility character is read as it was printed', '\uf914', '016A02', '01F914'],
  ['other signs that were printed stay', '·・', '0100B7', '0100B7'],
  ['a middle dot is read as the Japanese one that was printed', '・', '0100B7', '0130FB'],
])('%s', (_, printed, noted, expected) => {
  expect(repairMap(charMap(noted), new Set(printed))).toBe(charMap(expected));
});

test('a range is split where one of its characters is repaired, and kept otherwise', () => {
  const range = mapOf('1 beginbfrange', '<01> <03> <2F28>', 'endbfrange');
  expect(repairMap(range, new Set('小'))).toBe(charMap('012F28', '025C0F', '032F2A'));
  expect(repairMap(range, new Set('A'))).toBe(range);
});

test('a print without East Asian characters is left as it is, and one with them reads back in every font', async () => {
  const document = await PDFDocument.create();
  const map = document.context.register(document.context.flateStream(charMap('012F29', '020041')));
  document.context.register(document.context.obj({ Type: 'Font', Subtype: 'Type3', ToUnicode: map }));
  document.addPage();
  const content = await document.save({ useObjectStreams: false });
  expect(repairMeanings(content, 'Zoë')).toBe(content);
  const repaired = await PDFDocument.load(repairMeanings(content, '小A'));
  const [font] = repaired.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && object.has(PDFName.of('ToUnicode')) ? [object] : []));
  expect(font && fontReader(font).read(Buffer.from([1, 2]))).toBe('小A');
});
