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
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFTextField,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { dictOf } from './pdf-values.ts';
import { drawTextPicture, hasLetters } from './text-picture.ts';

const POINTS = 11;
const PADDING = 2;
/** A field cuts off more anyway. */
const MAX_TEXT = 10_000;

/** Adds fields that are on pages but not in the form's list. */
function adoptStrayFields(pdf: PDFDocument, fields: PDFArray): void {
  const known = new Set(fields.asArray());
  for (const page of pdf.getPages()) {
    for (const ref of page.node.Annots()?.asArray() ?? []) {
      if (!(ref instanceof PDFRef) || known.has(ref)) continue;
      const dict = pdf.context.lookup(ref);
      if (!(dict instanceof PDFDict) || dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Widget')) continue;
      if (dict.has(PDFName.of('FT')) && !dict.has(PDFName.of('Parent'))) fields.push(ref);
    }
  }
}

function textOf(field: PDFField): string {
  if (field instanceof PDFTextField) return field.getText() ?? '';
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) return field.getSelected().join('\n');
  return '';
}

/** Draws a value whose letters no standard font has as a picture, with the fonts of the machine. */
async function drawAsPicture(pdf: PDFDocument, field: PDFField): Promise<void> {
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

async function draw(pdf: PDFDocument, field: PDFField, font: PDFFont, isStale: boolean): Promise<void> {
  if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) {
    if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances();
    return;
  }
  if (!(field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList)) return;
  if (!isStale && !field.needsAppearancesUpdate()) return;
  if (hasLetters(font, textOf(field))) field.defaultUpdateAppearances(font);
  else await drawAsPicture(pdf, field);
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
  for (const field of pdf.getForm().getFields()) {
    await draw(pdf, field, font, isStale).catch(() => undefined);
  }
  await font.embed();
}
