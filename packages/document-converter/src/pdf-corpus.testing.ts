import { deflateSync } from 'node:zlib';
import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';

/** PDFs with one oddity each, made when the tests run; every person in them is invented. */

async function pdfWith(change: (pdf: PDFDocument) => void | Promise<void>): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]).drawText('Record of Ada Testperson', { x: 60, y: 700, size: 14 });
  await change(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }));
}

interface FormFlaws {
  readonly value: string;
  /** No drawing of the value, as many programs save it: the reader must draw it. */
  readonly isUndrawn?: boolean;
  /** The drawing shows an older value. */
  readonly isStale?: boolean;
  /** The field is on the page, but not in the form's list. */
  readonly isStray?: boolean;
}

/** A form with one field, filled in. */
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

/** An XFA form of Adobe's; old ones lack the entry NeedsRendering. */
export const dynamicForm = (needsRendering: boolean): Promise<Buffer> =>
  pdfWith((pdf) => {
    const template = pdf.context.register(pdf.context.flateStream('<template/>'));
    pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: [PDFString.of('template'), template] }));
    if (needsRendering) pdf.catalog.set(PDFName.of('NeedsRendering'), PDFBool.True);
  });

/** Two layers, one of them hidden. */
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

/** Scripts, attachments and metadata in rarely used entries. */
export const pdfWithHiddenParts = (): Promise<Buffer> =>
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

/** A page that unpacks to this many bytes. */
export const bombPdf = (bytes: number): Promise<Buffer> =>
  pdfWith((pdf) => {
    const packed = deflateSync(Buffer.alloc(bytes, ' '), { level: 9 });
    const stream = pdf.context.stream(packed, { Filter: 'FlateDecode' });
    pdf.getPage(0).node.addContentStream(pdf.context.register(stream));
  });

/** A picture that claims to be larger than any scan. */
export const hugePicturePdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const size = { Width: 60_000, Height: 60_000, BitsPerComponent: 1, ColorSpace: 'DeviceGray' };
    const stream = pdf.context.flateStream('x', { Type: 'XObject', Subtype: 'Image', ...size });
    pdf.getPage(0).node.newXObject('Flood', pdf.context.register(stream));
  });

/** A page whose content isn't compressed data. */
export const unreadablePdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const stream = pdf.context.stream(Buffer.from('x\u009cno packed data'), { Filter: 'FlateDecode' });
    pdf.getPage(0).node.addContentStream(pdf.context.register(stream));
  });

/** A PDF that is encrypted with a certificate or a vendor's DRM. */
export async function lockedOtherwise(filter: string): Promise<Buffer> {
  const plain = (await pdfWith(() => undefined)).toString('latin1');
  return Buffer.from(plain.replace(/trailer\s*<</, `$& /Encrypt << /Filter /${filter} /V 4 >>`), 'latin1');
}

/** Names of the layers that a PDF shows and hides at first. */
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

/** A PDF whose page tree has a wrong count of pages, or none. */
export const miscountedPdf = (count: number | undefined): Promise<Buffer> =>
  pdfWith((pdf) => {
    pdf.addPage([612, 792]).drawText('Second page', { x: 60, y: 700 });
    const tree = pdf.catalog.lookup(PDFName.of('Pages'), PDFDict);
    if (count === undefined) tree.delete(PDFName.of('Count'));
    else tree.set(PDFName.of('Count'), PDFNumber.of(count));
  });

/** A page tree that contains its own root, with the page's size and resources in the root alone. */
export const circularPdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const root = pdf.catalog.get(PDFName.of('Pages'));
    const tree = pdf.catalog.lookup(PDFName.of('Pages'), PDFDict);
    const { node } = pdf.getPage(0);
    for (const name of ['MediaBox', 'Resources']) {
      const value = node.get(PDFName.of(name));
      if (value) tree.set(PDFName.of(name), value);
      node.delete(PDFName.of(name));
    }
    if (root) tree.lookup(PDFName.of('Kids'), PDFArray).push(root);
  });

/** A blank page with comments of these kinds, which the reader must draw. */
export async function commentedPdf(...kinds: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  const entries: Readonly<Record<string, object>> = {
    Highlight: { Rect: [60, 690, 200, 710], QuadPoints: [60, 710, 200, 710, 60, 690, 200, 690], C: [1, 1, 0] },
    Underline: { Rect: [60, 650, 200, 670], QuadPoints: [60, 670, 200, 670, 60, 650, 200, 650], C: [0, 0.6, 0] },
    StrikeOut: { Rect: [60, 610, 200, 630], QuadPoints: [60, 630, 200, 630, 60, 610, 200, 610] },
    Line: { Rect: [60, 560, 200, 590], L: [60, 560, 200, 590], C: [1, 0, 0], BS: { W: 3 } },
    Polygon: { Rect: [60, 480, 200, 540], Vertices: [60, 480, 200, 480, 130, 540], C: [0, 0, 1], IC: [0.8, 0.9, 1] },
    PolyLine: { Rect: [60, 420, 200, 460], Vertices: [60, 420, 100, 460, 140, 420, 200, 460], C: [0, 0, 0] },
    Ink: { Rect: [60, 360, 200, 400], InkList: [[60, 360, 90, 400, 120, 360]], C: [0.5, 0, 0.5] },
    Square: { Rect: [260, 690, 400, 710], C: [1, 0, 0] },
    Circle: { Rect: [260, 610, 400, 670], C: [0, 0.5, 0], IC: [0.9, 1, 0.9] },
    FreeText: {
      Rect: [260, 520, 500, 580],
      Contents: PDFHexString.fromText('Grade changed to A'),
      DA: PDFString.of('1 0 0 rg /Helv 14 Tf'),
    },
    Stamp: { Rect: [260, 440, 400, 480], Name: 'Approved' },
    Text: { Rect: [260, 380, 280, 400], Contents: PDFString.of('A note') },
  };
  const comments = kinds.map((Subtype) =>
    pdf.context.register(pdf.context.obj({ Type: 'Annot', Subtype, ...entries[Subtype] })),
  );
  page.node.set(PDFName.of('Annots'), pdf.context.obj(comments));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** A free text in characters that no standard font has. */
export async function commentInChinese(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const Contents = PDFHexString.fromText('王小明');
  const comment = { Type: 'Annot', Subtype: 'FreeText', Rect: [60, 600, 300, 700], Contents };
  pdf.addPage([612, 792]).node.set(PDFName.of('Annots'), pdf.context.obj([comment]));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}
