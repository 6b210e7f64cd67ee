import { deflateSync } from 'node:zlib';
import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';

/** PDFs that are odd in one way each, made when the tests run; every person in them is invented. */

async function pdfWith(change: (pdf: PDFDocument) => void | Promise<void>): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]).drawText('Record of Ada Testperson', { x: 60, y: 700, size: 14 });
  await change(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }));
}

interface FormFlaws {
  readonly value: string;
  /** As many programs leave it: the reader shall draw what is filled in. */
  readonly isUndrawn?: boolean;
  /** The drawing that is there shows an older value. */
  readonly isStale?: boolean;
  /** The field stands on the page, but not in the form's list. */
  readonly isStray?: boolean;
}

/** A form with one field that is filled in. */
export const formPdf = ({ value, isUndrawn, isStale, isStray }: FormFlaws): Promise<Buffer> =>
  pdfWith((pdf) => {
    const form = pdf.getForm();
    const field = form.createTextField('school');
    field.setText('Older value');
    field.addToPage(pdf.getPage(0), { x: 60, y: 500, width: 300, height: 24 });
    form.updateFieldAppearances();
    field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(value));
    for (const widget of field.acroField.getWidgets()) if (isUndrawn) widget.dict.delete(PDFName.of('AP'));
    const dict = form.acroForm.dict;
    if (isStale) dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
    if (!isStray) return;
    for (const widget of field.acroField.getWidgets()) {
      for (const [name, entry] of field.acroField.dict.entries()) {
        if (name !== PDFName.of('Kids')) widget.dict.set(name, entry);
      }
      widget.dict.delete(PDFName.of('Parent'));
    }
    dict.set(PDFName.of('Fields'), pdf.context.obj([]));
  });

/** A form of Adobe's own kind; old ones do not say that they are drawn elsewhere. */
export const dynamicForm = (saysSo: boolean): Promise<Buffer> =>
  pdfWith((pdf) => {
    const template = pdf.context.register(pdf.context.flateStream('<template/>'));
    pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: [PDFString.of('template'), template] }));
    if (saysSo) pdf.catalog.set(PDFName.of('NeedsRendering'), PDFBool.True);
  });

/** Two layers, of which one is switched off. */
export const layeredPdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const layer = (name: string) => pdf.context.register(pdf.context.obj({ Type: 'OCG', Name: PDFString.of(name) }));
    const [shown, hidden] = [layer('shown'), layer('hidden')];
    pdf.catalog.set(
      PDFName.of('OCProperties'),
      pdf.context.obj({ OCGs: [shown, hidden], D: { ON: [shown], OFF: [hidden] } }),
    );
    const { node } = pdf.getPage(0);
    node.Resources()?.set(PDFName.of('Properties'), pdf.context.obj({ A: shown, B: hidden }));
    const drawing = pdf.context.flateStream('/OC /A BDC 0 0 50 50 re f EMC /OC /B BDC 99 99 50 50 re f EMC');
    node.addContentStream(pdf.context.register(drawing));
  });

/** Things that act or tell, in corners where nobody looks. */
export const whisperingPdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const { context } = pdf;
    const script = (words: string) => ({ S: 'JavaScript', JS: PDFString.of(words) });
    const file = context.register(context.flateStream('attached words', { Type: 'EmbeddedFile' }));
    const attachment = context.register(context.obj({ Type: 'Filespec', EF: { F: file } }));
    const { node } = pdf.getPage(0);
    node.set(PDFName.of('AF'), context.obj([attachment]));
    node.set(PDFName.of('PieceInfo'), context.obj({ Editor: { Private: { Note: PDFString.of('earlier draft') } } }));
    node.set(PDFName.of('PresSteps'), context.obj({ Type: 'NavNode', NA: script('step()') }));
    node.Resources()?.set(PDFName.of('Properties'), context.obj({ M: { A: script('mark()') } }));
    const drawing = context.register(
      context.stream('0 0 9 9 re f', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 9, 9],
        AF: [attachment],
        Ref: { F: PDFString.of('other.pdf'), Page: 0 },
      }),
    );
    node.newXObject('Drawing', drawing);
    pdf.setAuthor('Bo Testperson');
  });

/** A page that unpacks to so many bytes. */
export const bombPdf = (bytes: number): Promise<Buffer> =>
  pdfWith((pdf) => {
    const packed = deflateSync(Buffer.alloc(bytes, ' '), { level: 9 });
    const stream = pdf.context.stream(packed, { Filter: 'FlateDecode' });
    pdf.getPage(0).node.addContentStream(pdf.context.register(stream));
  });

/** A picture that says it is larger than any scan. */
export const floodedPdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const size = { Width: 60_000, Height: 60_000, BitsPerComponent: 1, ColorSpace: 'DeviceGray' };
    const stream = pdf.context.flateStream('x', { Type: 'XObject', Subtype: 'Image', ...size });
    pdf.getPage(0).node.newXObject('Flood', pdf.context.register(stream));
  });

/** A page whose content is no packed data at all. */
export const unreadablePdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const stream = pdf.context.stream(Buffer.from('x\u009cno packed data'), { Filter: 'FlateDecode' });
    pdf.getPage(0).node.addContentStream(pdf.context.register(stream));
  });

/** A PDF that is locked with a certificate, or by a shop's program. */
export async function lockedOtherwise(filter: string): Promise<Buffer> {
  const plain = (await pdfWith(() => undefined)).toString('latin1');
  return Buffer.from(plain.replace(/trailer\s*<</, `$& /Encrypt << /Filter /${filter} /V 4 >>`), 'latin1');
}

/** Names of the layers that a PDF shows and hides when it is opened. */
export async function layersOf(content: Uint8Array) {
  const pdf = await PDFDocument.load(content);
  const properties = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('D'), PDFDict);
  const names = (key: string) =>
    Array.from({ length: properties.lookup(PDFName.of(key), PDFArray).size() }, (_, index) =>
      properties
        .lookup(PDFName.of(key), PDFArray)
        .lookup(index, PDFDict)
        .lookup(PDFName.of('Name'), PDFString)
        .decodeText(),
    );
  return { shown: names('ON'), hidden: names('OFF') };
}
