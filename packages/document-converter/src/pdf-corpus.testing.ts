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

const HELVETICA = { Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } } };
const say = (words: string, y: number) => `BT /F 12 Tf 1 0 0 1 60 ${y} Tm (${words}) Tj ET\n`;

/** A drawing of words, as an appearance or a form of a page. */
const drawingOf = ({ context }: PDFDocument, content: string, entries = {}) =>
  context.register(
    context.stream(content, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 300, 30],
      Resources: HELVETICA,
      ...entries,
    }),
  );

/** Layers, of which some are hidden: as marks in a page and in a form, as a whole form, by conditions, and as a comment. */
export const layeredPdf = (areOffAtFirst = false): Promise<Buffer> =>
  pdfWith((pdf) => {
    const { context } = pdf;
    const layer = (Name: string) => context.register(context.obj({ Type: 'OCG', Name: PDFString.of(Name) }));
    const [A, B] = [layer('shown'), layer('hidden')];
    const D = { ON: [A], OFF: [B], ...(areOffAtFirst && { BaseState: 'OFF' }) };
    pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [A, B], D }));
    const Properties = {
      ...{ A, B, All: { Type: 'OCMD', OCGs: [A, B], P: 'AllOn' }, Any: { Type: 'OCMD', OCGs: [A, B] } },
      Not: { Type: 'OCMD', VE: [PDFName.of('Not'), B] },
    };
    const mark = (name: string, content: string) => `/OC /${name} BDC ${content} EMC\n`;
    const inner = `${mark('B', say('Draft in a form', 5))}${say('Final form', 5)}`;
    const XObject = {
      Hidden: drawingOf(pdf, say('Draft form', 5), { OC: B }),
      Mixed: drawingOf(pdf, inner, { Resources: { ...HELVETICA, Properties: { B } } }),
    };
    const { node } = pdf.getPage(0);
    node.set(PDFName.of('Resources'), context.obj({ ...HELVETICA, Properties, XObject }));
    const content = [
      ...[mark('A', say('Final words', 600)), mark('B', `0 0 9 9 re f ${say('Draft words', 580)}`)],
      ...[mark('All', say('Draft of both', 560)), mark('Any', say('Final of any', 540))],
      ...[mark('Not', `${say('Final of none', 520)} ${mark('B', say('Draft inside', 500))}`), '/Hidden Do /Mixed Do'],
    ];
    node.set(PDFName.of('Contents'), context.register(context.flateStream(content.join(''))));
    const comment = {
      Type: 'Annot',
      Subtype: 'FreeText',
      Rect: [60, 400, 300, 430],
      Contents: PDFString.of('Draft comment'),
    };
    node.set(PDFName.of('Annots'), context.obj([{ ...comment, OC: B }]));
  });

/** A field as signature services write it: a button whose appearance is its signature, without states. */
export const signedPdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const appearance = drawingOf(pdf, 'BT /F 12 Tf 5 5 Td (Signed by Bo) Tj ET');
    const rect = { Rect: [60, 500, 360, 530], F: 4 };
    const field = {
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Btn',
      T: PDFString.of('sign'),
      ...rect,
      AP: { N: appearance },
    };
    const ref = pdf.context.register(pdf.context.obj(field));
    pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj([ref]));
    pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [ref] }));
  });

/** A drop-down without an appearance, whose value differs from the words that a reader shows. */
export const dropDownPdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    const field = pdf.getForm().createDropdown('state');
    field.addToPage(pdf.getPage(0), { x: 60, y: 500, width: 300, height: 24 });
    const { dict } = field.acroField;
    const text = (value: string) => PDFString.of(value);
    dict.set(PDFName.of('Opt'), pdf.context.obj([[text('CA'), text('California')], text('Other')]));
    dict.set(PDFName.of('V'), text('CA'));
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
  });

/** A field that only its page lists, with the value in its parent. */
export const childFieldPdf = (): Promise<Buffer> =>
  pdfWith((pdf) => {
    pdf.getForm();
    const value = { FT: 'Tx', T: PDFString.of('school'), V: PDFString.of('Lakeside High') };
    const Parent = pdf.context.register(pdf.context.obj(value));
    const widget = {
      Type: 'Annot',
      Subtype: 'Widget',
      Rect: [60, 500, 360, 530],
      DA: PDFString.of('/Helv 12 Tf'),
      Parent,
    };
    const ref = pdf.context.register(pdf.context.obj(widget));
    pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj([ref]));
  });

/** A page with one comment. */
export const pdfWithComment = (kind: string, contents: string, entries = {}): Promise<Buffer> =>
  pdfWith((pdf) => {
    const place = { Rect: [60, 600, 260, 630], L: [60, 610, 260, 610] };
    const comment = { Type: 'Annot', Subtype: kind, ...place, Contents: PDFString.of(contents), ...entries };
    pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj([comment]));
  });

/** A PDF whose page only says that the document is inside: a portfolio, or a wrapper around a protected document. */
export const coverPdf = (kind: 'portfolio' | 'wrapper'): Promise<Buffer> =>
  pdfWith(async (pdf) => {
    await pdf.attach(Buffer.from('%PDF-1.7'), 'record.pdf');
    if (kind === 'portfolio') pdf.catalog.set(PDFName.of('Collection'), pdf.context.obj({ View: 'D' }));
    else pdf.catalog.set(PDFName.of('AF'), pdf.context.obj([{ Type: 'Filespec', AFRelationship: 'EncryptedPayload' }]));
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

/** A PDF whose catalog lacks its type. */
export const untypedPdf = (): Promise<Buffer> =>
  pdfWith(({ catalog }) => {
    catalog.delete(PDFName.of('Type'));
  });

/** A PDF that five signatures have been added to, each by a program that forgets the tables before its own. */
export async function forgetfulPdf(): Promise<Buffer> {
  const signed = await pdfWith((made) => {
    made.addPage().node.delete(PDFName.of('Contents'));
  });
  let pdf = signed.toString('latin1');
  const root = /\/Root \d+ 0 R/.exec(pdf)?.[0] ?? '';
  for (let number = 90; number < 95; number += 1) {
    const at = String(pdf.length).padStart(10, '0');
    pdf += `${number} 0 obj\n<< /Type /Sig >>\nendobj\n`;
    const table = `xref\n${number} 1\n${at} 00000 n \ntrailer\n<< /Size ${number + 1} ${root} /Prev 0 >>\n`;
    pdf += `${table}startxref\n${pdf.length}\n%%EOF\n`;
  }
  return Buffer.from(pdf, 'latin1');
}

/** A page with this content alone; /T is a font that draws a box for each letter, /Cs a plain color space. */
export const pageOf = (content: string): Promise<Buffer> =>
  pdfWith((pdf) => {
    const { context } = pdf;
    const CharProcs = { box: context.register(context.stream('500 0 d0 0 0 400 400 re f')) };
    const Encoding = { Type: 'Encoding', Differences: [32, PDFName.of('box')] };
    const widths = { FirstChar: 32, LastChar: 32, Widths: [500], FontBBox: [0, 0, 500, 500] };
    const T = {
      Type: 'Font',
      Subtype: 'Type3',
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      CharProcs,
      Encoding,
      ...widths,
    };
    const { node } = pdf.getPage(0);
    const resources = {
      Font: { ...HELVETICA.Font, T },
      ColorSpace: { Cs: [PDFName.of('CalRGB'), { WhitePoint: [1, 1, 1] }] },
    };
    node.set(PDFName.of('Resources'), context.obj(resources));
    node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
  });

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
