import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFBool,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFTextField,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { dictOf, nameOf } from './pdf-values.ts';
import { drawTextPicture, hasLetters } from './text-picture.ts';

const POINTS = 11;
const PADDING = 2;
/** A field cuts off more anyway. */
const MAX_TEXT = 10_000;
const APPEARANCE = PDFName.of('AP');

/** Adds fields that are on pages but not in the form's list, with or without parents. */
function adoptStrayFields(pdf: PDFDocument, fields: PDFArray): void {
  const listed = pdf.getForm().getFields();
  const known = new Set(listed.flatMap(({ acroField }) => acroField.getWidgets().map(({ dict }) => dict)));
  for (const page of pdf.getPages()) {
    for (const ref of page.node.Annots()?.asArray() ?? []) {
      const dict = pdf.context.lookup(ref);
      if (!(ref instanceof PDFRef && dict instanceof PDFDict) || known.has(dict)) continue;
      if (nameOf(dict, 'Subtype') === 'Widget') fields.push(ref);
    }
  }
}

const isTextual = (field: PDFField) =>
  field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList;
const textOf = (field: PDFTextField | PDFDropdown | PDFOptionList) =>
  field instanceof PDFTextField ? (field.getText() ?? '') : field.getSelected().join('\n');

/** Replaces the values of a list, which programs exchange, by the words that readers show. */
function showWords(field: PDFDropdown | PDFOptionList): void {
  const options = field.acroField.getOptions().map(({ value, display }) => [value.decodeText(), display] as const);
  const words = field.getSelected().map((selected) => {
    const [, display] = options.find(([value]) => value === selected) ?? [];
    return display ?? PDFHexString.fromText(selected);
  });
  field.acroField.dict.set(PDFName.of('V'), field.acroField.dict.context.obj([...words]));
}

/** Draws a value whose letters no standard font has as a picture, with the fonts of the machine. */
async function drawAsPicture(pdf: PDFDocument, field: PDFTextField | PDFDropdown | PDFOptionList): Promise<void> {
  const text = textOf(field).slice(0, MAX_TEXT);
  if (text.trim() === '') return;
  const isMultiline = field instanceof PDFTextField && field.isMultiline();
  for (const widget of field.acroField.getWidgets()) {
    const box = widget.getRectangle();
    const room = { width: box.width - 2 * PADDING, height: box.height - 2 * PADDING };
    if (room.width <= 0 || room.height <= 0) continue;
    const { picture, size } = await drawTextPicture(pdf, text, room, { points: POINTS, isMultiline });
    const bottom = isMultiline ? box.height - PADDING - size.height : (box.height - size.height) / 2;
    const operators = [
      pushGraphicsState(),
      concatTransformationMatrix(size.width, 0, 0, size.height, PADDING, bottom),
      drawObject('Value'),
      popGraphicsState(),
    ];
    const form = pdf.context.formXObject(operators, {
      BBox: pdf.context.obj([0, 0, box.width, box.height]),
      Resources: { XObject: { Value: picture.ref } },
    });
    widget.setNormalAppearance(pdf.context.register(form));
  }
}

async function draw(pdf: PDFDocument, field: PDFField, font: PDFFont): Promise<void> {
  if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) return field.defaultUpdateAppearances();
  if (!isTextual(field)) return;
  if (!(field instanceof PDFTextField)) showWords(field);
  if (hasLetters(font, textOf(field))) field.defaultUpdateAppearances(font);
  else await drawAsPicture(pdf, field);
}

/** Draws a field's value where it has no appearance. An appearance that is there is kept, unless the file calls it stale. */
async function drawMissing(pdf: PDFDocument, field: PDFField, font: PDFFont, isStale: boolean): Promise<void> {
  const dicts = field.acroField.getWidgets().map(({ dict }) => dict);
  const drawn = isStale && isTextual(field) ? [] : dicts.filter((dict) => dictOf(dict, 'AP')?.has(PDFName.of('N')));
  if (drawn.length === dicts.length) return;
  const kept = drawn.map((dict) => [dict, dict.get(APPEARANCE)] as const);
  await draw(pdf, field, font).catch(() => undefined);
  for (const [dict, appearance] of kept) if (appearance) dict.set(APPEARANCE, appearance);
}

/**
 * Draws the values of form fields without a current appearance, so that they can become part of the page. Fields that cannot be
 * drawn keep the appearance that they have.
 */
export async function drawFormValues(pdf: PDFDocument): Promise<void> {
  const form = dictOf(pdf.catalog, 'AcroForm');
  if (!form) return;
  const listed = form.lookup(PDFName.of('Fields'));
  const fields = listed instanceof PDFArray ? listed : PDFArray.withContext(pdf.context);
  form.set(PDFName.of('Fields'), fields);
  adoptStrayFields(pdf, fields);
  if (fields.size() === 0) return;
  const isStale = form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const field of pdf.getForm().getFields()) await drawMissing(pdf, field, font, isStale);
  await font.embed();
}
