import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { type ZipEntry, zipOf } from './zip.testing.ts';

/** Files made with real tools when the tests run; every person in them is invented. */

const run = promisify(execFile);

export const RED = { r: 220, g: 20, b: 20 };
export const BLUE = { r: 20, g: 20, b: 220 };

const plain = (width: number, height: number, background: typeof RED) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** A landscape picture that is red on its left half, blue on its right, with a white band along its top. */
async function halves(width = 600, height = 400) {
  const left = await plain(width / 2, height, RED);
  const band = await plain(width, Math.ceil(height / 8), { r: 255, g: 255, b: 255 });
  return sharp(await plain(width, height, BLUE)).composite([
    { input: left, left: 0, top: 0 },
    { input: band, left: 0, top: 0 },
  ]);
}

type Step = 'flop' | 'flip' | 90 | 180 | 270;

/** One step at a time, since sharp would reorder several. */
async function applySteps(picture: Buffer, steps: readonly Step[]): Promise<Buffer> {
  let current = picture;
  for (const step of steps) {
    const next = sharp(current);
    const changed = step === 'flop' ? next.flop() : step === 'flip' ? next.flip() : next.rotate(step);
    current = await changed.png().toBuffer();
  }
  return current;
}

/** By EXIF orientation: the steps from an upright picture to its stored pixels. */
const STORED: Readonly<Record<number, readonly Step[]>> = {
  1: [],
  2: ['flop'],
  3: [180],
  4: ['flip'],
  5: [90, 'flop'],
  6: [270],
  7: [270, 'flop'],
  8: [90],
};
export const ORIENTATIONS = Object.keys(STORED).map(Number);

/** A JPEG as a phone stores it: pixels rotated, as its EXIF orientation says. Upright, it is red left, blue right. */
export async function phonePhoto(orientation: number): Promise<Buffer> {
  const steps = STORED[orientation];
  if (!steps) throw new Error('There are eight orientations.');
  const stored = await applySteps(await (await halves()).png().toBuffer(), steps);
  return sharp(stored).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
}

/** Pictures in every format that people upload, red left and blue right. */
export async function pictures(): Promise<Readonly<Record<string, Buffer>>> {
  const source = await (await halves()).png().toBuffer();
  const of = () => sharp(source);
  return {
    'plain.png': source,
    'plain.jpg': await of().jpeg().toBuffer(),
    'progressive.jpeg': await of().jpeg({ progressive: true }).toBuffer(),
    'interlaced.png': await of().png({ progressive: true }).toBuffer(),
    'sixteen bit.png': await of().toColorspace('rgb16').png().toBuffer(),
    'palette.png': await of().png({ palette: true }).toBuffer(),
    'alpha.png': await of().ensureAlpha(1).png().toBuffer(),
    'cmyk.jpg': await of().toColorspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    'wide gamut.jpg': await of().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    'large.jpg': await (await halves(6000, 4000)).jpeg({ quality: 60 }).toBuffer(),
    'tiny.png': await (await halves(2, 2)).png().toBuffer(),
  };
}

export const transparentPng = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
export const grayJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#777777' } })
    .grayscale()
    .jpeg()
    .toBuffer();

/** A small file whose header claims 30,000 by 30,000 pixels. */
export async function pixelFlood(): Promise<Buffer> {
  const png = Buffer.from(await plain(8, 8, RED));
  const header = 12;
  png.writeUInt32BE(30_000, header + 4);
  png.writeUInt32BE(30_000, header + 8);
  png.writeUInt32BE(crc32(png.subarray(header, header + 17)), header + 17);
  return png;
}

/** A PDF with these pages of text. */
export async function textPdf(...pages: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of pages) pdf.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 14, font });
  return Buffer.from(await pdf.save());
}

/** A PDF with scripts on opening and on a page, a form field, a link and an attachment. */
export async function activePdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  page.drawText('Record of Ada Testperson', { x: 60, y: 700, size: 14 });
  pdf.addJavaScript('opening', 'app.alert("opened")');
  pdf.catalog.set(
    PDFName.of('OpenAction'),
    pdf.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert("opened")') }),
  );
  page.node.set(PDFName.of('AA'), pdf.context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert("page")') } }));
  const link = pdf.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [60, 600, 200, 640],
    A: { S: 'URI', URI: PDFString.of('http://tracker.example/') },
  });
  page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(link)]));
  const field = pdf.getForm().createTextField('grade');
  field.setText('Grade point average 3.9');
  field.addToPage(page, { x: 60, y: 500, width: 300, height: 24 });
  await pdf.attach(Buffer.from('attached words'), 'note.txt', { mimeType: 'text/plain' });
  return Buffer.from(await pdf.save());
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-corpus-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Photos in the formats of newer phones, made by the encoder of libheif. */
export function heifPhotos(): Promise<Readonly<Record<string, Buffer>>> {
  return inFolder(async (folder) => {
    const made: Record<string, Buffer> = {};
    await writeFile(path.join(folder, 'in.png'), await (await halves()).png().toBuffer());
    for (const [name, args] of [
      ['photo.heic', []],
      ['photo.avif', ['--avif']],
    ] as const) {
      await run('heif-enc', [...args, '-q', '90', '-o', path.join(folder, name), path.join(folder, 'in.png')]);
      made[name] = await readFile(path.join(folder, name));
    }
    return made;
  });
}

/** The PDF rewritten by qpdf with these arguments: encrypted, linearized, with object streams. */
export function throughQpdf(pdf: Uint8Array, args: readonly string[]): Promise<Buffer> {
  return inFolder(async (folder) => {
    const [input, output] = [path.join(folder, 'in.pdf'), path.join(folder, 'out.pdf')];
    await writeFile(input, pdf);
    await run('qpdf', [input, ...args, output]);
    return readFile(output);
  });
}

/** A web page converted by LibreOffice. */
export function throughWriter(html: string, format: 'docx' | 'pdf' | 'doc'): Promise<Buffer> {
  const filters = { docx: 'docx:MS Word 2007 XML', pdf: 'pdf:writer_web_pdf_Export', doc: 'doc:MS Word 97' };
  return inFolder(async (folder) => {
    await writeFile(path.join(folder, 'in.html'), html);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    await run('soffice', [
      '--headless',
      profile,
      '--convert-to',
      filters[format],
      '--outdir',
      folder,
      `${folder}/in.html`,
    ]);
    return readFile(path.join(folder, `in.${format}`));
  });
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const paragraph = (text: string, properties = '', run = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A body with everything that school records have: tables, footnotes, other scripts, tracked changes. */
const RICH_BODY = [
  paragraph('Transcript of Ada Testperson'),
  `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/></w:tblPr>${['Biology', 'History']
    .map((course) => `<w:tr><w:tc>${paragraph(course)}</w:tc><w:tc>${paragraph('Grade A')}</w:tc></w:tr>`)
    .join('')}</w:tbl>`,
  '<w:p><w:r><w:t>See the note</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
  paragraph('王小明 さくら'),
  paragraph('سجل المدرسة', '<w:bidi/>', '<w:rtl/>'),
  paragraph('Ångström Čapek Ωμέγα Привет'),
  `<w:p><w:ins w:id="5" w:author="Bo Testperson" w:date="2026-01-01T00:00:00Z"><w:r><w:t>Inserted words</w:t></w:r></w:ins></w:p>`,
  `<w:p><w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="${R}"><wp:inline><wp:extent cx="1800000" cy="1200000"/><wp:docPr id="1" name="Seal"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="Seal"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1200000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
].join('');

interface WordParts {
  readonly body?: string;
  readonly mainType?: string;
  /** Relationships of the document besides footnotes and picture. */
  readonly relations?: string;
  readonly more?: readonly ZipEntry[];
}

/** The entries of a Word file, as Word writes them. */
export async function wordEntries(parts: WordParts = {}): Promise<readonly ZipEntry[]> {
  const main = parts.mainType ?? `${TYPE}.document.main+xml`;
  return [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="${main}"/><Override PartName="/word/footnotes.xml" ContentType="${TYPE}.footnotes+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${R}/footnotes" Target="footnotes.xml"/><Relationship Id="rId2" Type="${R}/image" Target="media/seal.png"/>${parts.relations ?? ''}</Relationships>`,
    },
    {
      name: 'word/footnotes.xml',
      content: `${XML}<w:footnotes ${W}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="2">${paragraph('Words at the foot')}</w:footnote></w:footnotes>`,
    },
    { name: 'word/media/seal.png', content: await (await halves(60, 40)).png().toBuffer() },
    {
      name: 'word/document.xml',
      content: `${XML}<w:document ${W} xmlns:r="${R}"><w:body>${parts.body ?? RICH_BODY}<w:sectPr/></w:body></w:document>`,
    },
    ...(parts.more ?? []),
  ];
}

export async function wordFile(parts?: WordParts): Promise<Buffer> {
  return zipOf(await wordEntries(parts));
}

/** A small file that unpacks to 90 MB. */
export async function wordBomb(): Promise<Buffer> {
  return wordFile({ more: [{ name: 'word/bomb.xml', content: Buffer.alloc(90 * 1024 * 1024, 'a') }] });
}

/** The same, but the zip declares a small size. */
export async function wordBombWithFalseSize(): Promise<Buffer> {
  const content = Buffer.alloc(90 * 1024 * 1024, 'a');
  return wordFile({ more: [{ name: 'word/bomb.xml', content, declaredSize: 1000 }] });
}

/** A Word file that loads a picture from a URL when it is opened. */
export async function wordFileWithRemotePicture(url: string): Promise<Buffer> {
  const relation = `<Relationship Id="rId9" Type="${R}/image" Target="${url}" TargetMode="External"/>`;
  const body = RICH_BODY.replace('r:embed="rId2"', 'r:link="rId9"');
  return wordFile({ body, relations: relation });
}
