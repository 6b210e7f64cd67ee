import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertingTests } from './converting.testing.ts';
import { RED, wordEntries, wordFile } from './corpus.testing.ts';
import { readPdf } from './pdf-reading.testing.ts';
import { prepareWord } from './process/word/prepare-word.ts';
import { unpackWordZip } from './process/word/word-zip.ts';
import {
  PAGE_BREAK,
  pictureHeader,
  plainPicture,
  wordInWhite,
  words,
  wordWithBrokenEquation,
  wordWithComment,
  wordWithDrawnFields,
  wordWithEmbeddedPage,
  wordWithEqualPictures,
  wordWithEquation,
  wordWithLinkedPicture,
  wordWithLosses,
  wordWithObject,
  wordWithoutItsPicture,
  wordWithPicture,
  wordWithSymbols,
} from './word-corpus.testing.ts';
import { zipOf } from './zip.testing.ts';

const { convert, convertFully, problemOf } = convertingTests();
/** The problem for which a file is refused before LibreOffice opens it. */
const refusalOf = (content: Buffer) =>
  prepareWord(content).then(
    () => 'prepared',
    (error: unknown) => (error instanceof Error && 'problem' in error ? error.problem : String(error)),
  );
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

describe('files that would take LibreOffice very long are refused at once', () => {
  test('[DOC-05] with a picture larger than an uploaded picture may be', async () => {
    for (const format of ['png', 'gif', 'tiff', 'jpeg'] as const) {
      const large = await wordWithPicture(`scan.${format}`, await plainPicture(7_000, 6_000, format));
      expect(await refusalOf(large), format).toBe('too_much_inside');
      const small = await wordWithPicture(`scan.${format}`, await plainPicture(700, 600, format));
      expect(await refusalOf(small), format).toBe('prepared');
    }
    for (const kind of ['bmp', 'emf', 'wmf'] as const) {
      const large = await wordWithPicture(`scan.${kind}`, pictureHeader(kind, 32_000, 32_000));
      expect(await refusalOf(large), kind).toBe('too_much_inside');
      expect(await refusalOf(await wordWithPicture(`scan.${kind}`, pictureHeader(kind, 320, 320))), kind).toBe(
        'prepared',
      );
    }
  });
});

describe('a completed conversion is never blank', () => {
  test('[DOC-05] the error has the reason where it is known', async () => {
    expect(await problemOf(await wordWithLinkedPicture())).toBe('linked_picture');
    expect(await problemOf(await wordWithLinkedPicture(words('Page one') + PAGE_BREAK))).toBe('linked_picture');
    expect(await problemOf(await wordWithEmbeddedPage())).toBe('embedded_document');
    expect(await problemOf(await wordWithComment())).toBe('comments_only');
    expect(await problemOf(await wordFile({ body: words(' ') }))).toBe('blank');
    expect(await problemOf(await wordWithoutItsPicture())).toBe('linked_picture');
  });

  test('empty pages of a good document, and pictures alone, are fine', async () => {
    const pages = words('Record of Ada') + PAGE_BREAK + PAGE_BREAK + words('The end');
    expect((await readPdf(await convert(await wordFile({ body: pages })))).sheets).toHaveLength(3);
    const picture = await plainPicture(300, 200, 'png');
    expect(await problemOf(await wordWithPicture('scan.png', picture))).toBe('converted');
    expect(await problemOf(await wordWithEqualPictures(picture))).toBe('converted');
  });

  test('letters count in every color', async () => {
    const text = 'Certificate of Ada Testperson, with honors in Biology and History';
    expect((await readPdf(await convert(await wordInWhite(text)))).sheets.join()).toContain(text);
  });
});

/** The document's text as LibreOffice gets it. */
const preparedBody = async (content: Buffer) =>
  (await unpackWordZip((await prepareWord(content)).docx)).get('word/document.xml')?.toString() ?? '';

describe('lost content has a hint and a placeholder', () => {
  test('the hint has the page, and the placeholder is in its place', async () => {
    const { pdf, hints } = await convertFully(await wordWithLosses());
    expect(hints).toEqual(
      ['linked_picture', 'linked_document', 'diagram', 'cut_off'].map((hint, index) => ({ page: index + 1, hint })),
    );
    const { sheets } = await readPdf(pdf);
    expect(sheets[0]).toContain('[Linked picture not included]');
    expect(sheets[1]).toContain('[Linked document not included]');
    expect(sheets[2]).toContain('[Diagram not included]');
  });

  test('the placeholder of a linked picture keeps other pictures, and text in the same shape', async () => {
    const blips = '<a:blip r:embed="rId2"/><a:blip r:link="rId9"/>';
    const drawn = (content: string) => `<w:p><w:r><w:drawing>${content}</w:drawing></w:r></w:p>`;
    const placed = '</w:drawing><w:t>[Linked picture not included]</w:t></w:r>';
    const relations = '<Relationship Id="rId9" Type="image" Target="http://127.0.0.1:9/x.png" TargetMode="External"/>';
    expect(await preparedBody(await wordFile({ body: drawn(blips), relations }))).toContain(`${blips}${placed}`);
    const shape = `<a:blip r:link="rId9"/><w:txbxContent>${words('In a shape')}</w:txbxContent>`;
    expect(await preparedBody(await wordFile({ body: drawn(shape), relations }))).toContain(`${shape}${placed}`);
    const alone = await preparedBody(await wordFile({ body: drawn('<a:blip r:link="rId9"/>'), relations }));
    expect(alone).toContain('<w:r><w:t>[Linked picture not included]</w:t></w:r>');
  });

  test('for pictures, fields and equations that cannot be drawn, and for comments', async () => {
    for (const start of ['\0\0\0\x1cftypheic', '\0\0\0\x1cftypavif', 'II\xbc\x01']) {
      const picture = Buffer.from(`${start}${'.'.repeat(40)}`, 'latin1');
      const body = await preparedBody(await wordWithPicture('photo.heic', picture));
      expect(body).toContain('<w:r><w:t>[Picture not included]</w:t></w:r>');
    }
    const fields = (await preparedBody(await wordWithDrawnFields())).split('[Formula or barcode not included]');
    expect(fields).toHaveLength(4);
    expect(fields[3]).toContain('PAGE');
    const hintsOf = async (content: Buffer) => (await convertFully(content)).hints;
    const broken = [{ page: 1, hint: 'formula' }];
    expect(await hintsOf(await wordWithDrawnFields())).toEqual(broken);
    expect(await hintsOf(await wordWithBrokenEquation())).toEqual(broken);
    expect(await hintsOf(await wordFile({ body: words('¿Qué tal?') }))).toEqual([]);
    expect(await hintsOf(await wordWithComment(words('Grades')))).toEqual([{ page: 1, hint: 'comments' }]);
  });

  test('hidden content, and fallbacks for older programs, get no placeholder', async () => {
    const relations = '<Relationship Id="rId9" Type="image" Target="x.png" TargetMode="External"/>';
    const drawing = '<w:drawing><a:blip r:link="rId9"/></w:drawing>';
    const body = `<w:p><w:r><w:rPr><w:vanish/></w:rPr>${drawing}</w:r><w:r><mc:Fallback>${drawing}</mc:Fallback></w:r></w:p>`;
    expect(await preparedBody(await wordFile({ body, relations }))).toContain(body);
  });

  test('a diagram with its drawing is kept, and a linked document gets a placeholder', async () => {
    const body = '<w:p><w:r><w:drawing><dgm:relIds r:dm="rId9"/></w:drawing></w:r></w:p><w:altChunk r:id="rId11"/>';
    const relations = [
      '<Relationship Id="rId9" Type="diagramData" Target="diagrams/data1.xml"/>',
      '<Relationship Id="rId10" Type="diagramDrawing" Target="diagrams/drawing1.xml"/>',
      '<Relationship Id="rId11" Type="aFChunk" Target="http://127.0.0.1:9/a.docx" TargetMode="External"/>',
    ].join('');
    const data = '<dgm:dataModel><a:ext><dsp:dataModelExt relId="rId10" minVer="12"/></a:ext></dgm:dataModel>';
    const more = [
      { name: 'word/diagrams/data1.xml', content: data },
      { name: 'word/diagrams/drawing1.xml', content: '<dsp:drawing/>' },
    ];
    const prepared = await preparedBody(await wordFile({ body, relations, more }));
    expect(prepared).toContain('<w:drawing><dgm:relIds r:dm="rId9"/></w:drawing>');
    expect(prepared).toContain('<w:p><w:r><w:t>[Linked document not included]</w:t></w:r></w:p><w:altChunk');
  });
});

describe('nothing of a Word file is lost', () => {
  test('equations are drawn', async () => {
    const text = (await readPdf(await convert(await wordWithEquation()))).sheets.join('').replace(/\s/g, '');
    for (const letter of ['x', 'y', '2', 'z']) expect(text).toContain(letter);
  });

  test('an embedded sheet is shown by the picture that Word shows', async () => {
    const red = await sharp({ create: { width: 200, height: 75, channels: 3, background: RED } })
      .png()
      .toBuffer();
    const { pdf, thumbnails } = await convertFully(await wordWithObject('Excel.Sheet.12', red));
    expect((await readPdf(pdf)).sheets.join()).toMatch(/Record of Ada.*Signed by the school/s);
    const pixels = await sharp(thumbnails[0]).raw().toBuffer();
    const reds = pixels.filter((_, at) => at % 3 === 0 && (pixels[at] ?? 0) > 180 && (pixels[at + 1] ?? 255) < 60);
    expect(reds.length).toBeGreaterThan(2_000);
  });

  test('an object with a picture is replaced by the picture, and so is an older equation', async () => {
    const object = async (program: string, children?: string) => {
      const { docx } = await prepareWord(await wordWithObject(program, await plainPicture(20, 8, 'png'), children));
      const body = (await unpackWordZip(docx)).get('word/document.xml')?.toString() ?? '';
      expect(body).toContain('<v:imagedata r:id="rId9" o:title=""/></v:shape>');
      expect(body).toContain('Signed by the school');
      return /<o:OLEObject.*<\/o:OLEObject>/.exec(body)?.[0];
    };
    expect(await object('Excel.Sheet.12')).toBeUndefined();
    expect(await object('PowerPoint.Slide.8', '<o:LockedField>false</o:LockedField>')).toBeUndefined();
    expect(await object('Equation.3', '<o:LockedField>false</o:LockedField>')).toBeUndefined();
  });

  test('symbols of Windows fonts become Unicode characters', async () => {
    const { docx } = await prepareWord(await wordWithSymbols());
    const xml = (await unpackWordZip(docx)).get('word/document.xml')?.toString() ?? '';
    for (const sign of ['🗹', '🞏', '✓', '🕮', 'α']) expect(xml).toContain(sign);
    expect(xml).not.toMatch(/[\uf020-\uf0ff]|w:sym/);
    const shown = (await readPdf(await convert(await wordWithSymbols()))).sheets.join('');
    for (const sign of ['🗹', '🞏', '✓', 'α']) expect(shown).toContain(sign);
  });

  test('bullets of Windows fonts become Unicode characters', async () => {
    const level = (sign: string) =>
      `<w:lvl><w:lvlText w:val="${sign}"/><w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/><w:b/></w:rPr></w:lvl>`;
    const more = [{ name: 'word/numbering.xml', content: `<w:numbering>${level('\uf0a7')}</w:numbering>` }];
    const { docx } = await prepareWord(await wordFile({ more }));
    const written = (await unpackWordZip(docx)).get('word/numbering.xml')?.toString();
    expect(written).toBe('<w:numbering><w:lvl><w:lvlText w:val="▪"/><w:rPr><w:b/></w:rPr></w:lvl></w:numbering>');
  });

  test('checks, stars and emoji are drawn in one color, since LibreOffice leaves colored ones out', async () => {
    const pdf = await convert(await wordFile({ body: words('✔ ☑ ⭐ ☎ ✉ 🎓 Biology ❌') }));
    const objects = (await PDFDocument.load(pdf)).context.enumerateIndirectObjects();
    const fonts = objects.map(([, object]) => object instanceof PDFDict && object.get(PDFName.of('BaseFont')));
    expect(fonts.filter((font) => font).join()).not.toMatch(/Emoji/);
    const shown = (await readPdf(pdf)).sheets.join();
    for (const sign of ['✔', '☑', '⭐', '☎', '✉', '🎓', 'Biology', '✖']) expect(shown).toContain(sign);
  });

  test('a template is converted like a document', async () => {
    const template = await wordFile({ mainType: `${TYPE}.template.main+xml` });
    expect((await readPdf(await convert(template))).sheets.join()).toContain('Transcript of Ada Testperson');
  });

  test('macros of an embedded sheet are not counted as macros of the document', async () => {
    const entries = await wordEntries({ more: [{ name: 'word/embeddings/Sheet.xlsm', content: 'xl/vbaProject.bin' }] });
    const type = '<Default Extension="xlsm" ContentType="application/vnd.ms-excel.sheet.macroEnabled.12"/>';
    const withType = entries.map((entry) =>
      entry.name === '[Content_Types].xml'
        ? { ...entry, content: `${entry.content}`.replace('<Default', `${type}$&`) }
        : entry,
    );
    expect(await refusalOf(zipOf(withType))).toBe('prepared');
    const template = 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml';
    expect(await refusalOf(await wordFile({ mainType: template }))).toBe('macros');
  });

  test('a file that needs no change stays the same', async () => {
    const file = await wordFile();
    const { docx, word } = await prepareWord(file);
    expect(await unpackWordZip(docx)).toEqual(await unpackWordZip(file));
    expect(word).toEqual({ isEmpty: false, hasComments: false, hasInvertedMarks: false });
  });
});
