import sharp from 'sharp';
import { wordFile } from './corpus.testing.ts';

/** Word files with one oddity each; every person in them is invented. */

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math';

export const words = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

const relation = (type: string, target: string, isExternal = false) =>
  `<Relationship Id="rId9" Type="${R}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`;

/** A drawing with a picture, as Word writes it. @param source 'r:embed="…"' or 'r:link="…"' */
const pictureIn = (source: string) =>
  `<w:p><w:r><w:drawing xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"><wp:inline><wp:extent cx="1800000" cy="1200000"/><wp:docPr id="1" name="Scan"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="Scan"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${source}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1200000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** A document with one picture, stored under this name. */
export const wordWithPicture = (name: string, content: Uint8Array, before = '') =>
  wordFile({
    body: before + pictureIn('r:embed="rId9"'),
    relations: relation('image', `media/${name}`),
    more: [{ name: `word/media/${name}`, content }],
  });

export const wordWithLinkedPicture = (before = '') =>
  wordFile({
    body: before + pictureIn('r:link="rId9"'),
    relations: relation('image', 'http://127.0.0.1:9/scan.png', true),
  });

const DIAGRAM = `${DRAWING}/diagram`;
/** A diagram without Word's drawing of it, as other programs write it. */
const BARE_DIAGRAM = `<w:p><w:r><w:drawing xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main"><wp:inline><wp:extent cx="1800000" cy="1200000"/><wp:docPr id="2" name="Diagram"/><a:graphic><a:graphicData uri="${DIAGRAM}"><dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="rId21" r:lo="rId22"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const LONG_FORMULA = `<w:p><m:oMathPara xmlns:m="${MATH}"><m:oMath>${Array.from({ length: 60 }, (_, index) => `<m:r><m:t>x${index}+</m:t></m:r>`).join('')}<m:r><m:t>y</m:t></m:r></m:oMath></m:oMathPara></w:p>`;

/** A page for each thing that LibreOffice does not show: a linked picture, a subdocument, a diagram, a formula wider than the page. */
export const wordWithLosses = () =>
  wordFile({
    body: [pictureIn('r:link="rId9"'), '<w:p><w:subDoc r:id="rId20"/></w:p>', BARE_DIAGRAM, LONG_FORMULA]
      .map((lost, index) => words(`Page ${index + 1}`) + lost)
      .join(PAGE_BREAK),
    relations: [
      relation('image', 'http://127.0.0.1:9/scan.png', true),
      relation('subDocument', 'chapter.docx', true).replace('rId9', 'rId20'),
      relation('diagramData', 'diagrams/data1.xml').replace('rId9', 'rId21'),
      relation('diagramLayout', 'diagrams/layout1.xml').replace('rId9', 'rId22'),
    ].join(''),
    more: [
      {
        name: 'word/diagrams/data1.xml',
        content: `<dgm:dataModel xmlns:dgm="${DIAGRAM}" xmlns:a="${DRAWING}/main"><dgm:ptLst><dgm:pt modelId="{1}" type="doc"/><dgm:pt modelId="{2}"><dgm:t><a:bodyPr/><a:p><a:r><a:t>Biology</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
      },
      { name: 'word/diagrams/layout1.xml', content: `<dgm:layoutDef xmlns:dgm="${DIAGRAM}"/>` },
    ],
  });

/** A document whose picture is missing from the file. */
export const wordWithoutItsPicture = () => wordFile({ body: pictureIn('r:embed="rId77"') });

/** An embedded object of another program, as Word stores it: its file, and a picture to show. */
export const wordWithObject = (program: string, picture: Uint8Array, children = '') =>
  wordFile({
    body: `${words('Record of Ada')}<w:p><w:r><w:object xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" w:dxaOrig="4000" w:dyaOrig="1500"><v:shape id="_x0000_i1025" style="width:200pt;height:75pt" o:ole=""><v:imagedata r:id="rId9" o:title=""/></v:shape><o:OLEObject Type="Embed" ProgID="${program}" ShapeID="_x0000_i1025" DrawAspect="Content" ObjectID="_1" r:id="rId10">${children}</o:OLEObject></w:object></w:r></w:p>${words('Signed by the school')}`,
    relations: `${relation('image', 'media/sheet.png')}${relation('package', 'embeddings/sheet.xlsx').replace('rId9', 'rId10')}`,
    more: [
      { name: 'word/media/sheet.png', content: picture },
      { name: 'word/embeddings/sheet.xlsx', content: 'a sheet' },
    ],
  });

export const wordWithEmbeddedPage = () =>
  wordFile({
    body: '<w:altChunk r:id="rId9"/>',
    relations: relation('aFChunk', 'page.html'),
    more: [{ name: 'word/page.html', content: '<html><body><p>Record of Ada Testperson</p></body></html>' }],
  });

/** A Word file that embeds another one, as programs that merge documents write it. */
export const wordFileContaining = (inner: Uint8Array) =>
  wordFile({
    body: `${words('Outer record')}<w:altChunk r:id="rId9"/>`,
    relations: relation('aFChunk', 'inner.docx'),
    more: [{ name: 'word/inner.docx', content: inner }],
  });

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
export const wordWithComment = (before = '') =>
  wordFile({
    body: `${before}<w:p><w:commentRangeStart w:id="0"/><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
    relations: relation('comments', 'comments.xml'),
    more: [
      {
        name: 'word/comments.xml',
        content: `<w:comments xmlns:w="${W}"><w:comment w:id="0" w:author="Bo Testperson" w:initials="BT">${words('Grades are above')}</w:comment></w:comments>`,
      },
    ],
  });

/** Tables nested this deep. */
export const wordWithNestedTables = (levels: number) =>
  wordFile({
    body: `${'<w:tbl><w:tr><w:tc>'.repeat(levels)}${words('Innermost grade')}${'</w:tc></w:tr></w:tbl><w:p/>'.repeat(levels)}`,
  });

/** A fraction, as Word's own equations are written. */
export const wordWithEquation = () =>
  wordFile({
    body: `<w:p><m:oMathPara xmlns:m="${MATH}"><m:oMath><m:f><m:num><m:r><m:t>x+y</m:t></m:r></m:num><m:den><m:r><m:t>2z</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara></w:p>`,
  });

/** Symbols of Microsoft's fonts, in the three ways that Word writes them. */
export const wordWithSymbols = () => {
  const fonts = '<w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr>';
  const run = (content: string) => `<w:r>${content}</w:r>`;
  return wordFile({
    body: `<w:p>${run('<w:sym w:font="Wingdings" w:char="F0FE"/>')}${run(`${fonts}<w:t>o</w:t>`)}${run(`${fonts}<w:t>\uf0fc</w:t>`)}${run('<w:sym w:font="Webdings" w:char="F0A7"/>')}${run('<w:sym w:font="Symbol" w:char="F061"/>')}</w:p>`,
  });
};

/** A small file with a plain picture of this size in pixels. */
export const plainPicture = (width: number, height: number, format: 'png' | 'gif' | 'tiff' | 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#8a4' }, limitInputPixels: false })
    .toFormat(format, format === 'tiff' ? { compression: 'lzw' } : {})
    .toBuffer();

/** The header alone of a picture in a format that no program here writes. */
export function pictureHeader(kind: 'bmp' | 'emf' | 'wmf', width: number, height: number): Buffer {
  const header = Buffer.alloc(88);
  if (kind === 'bmp') {
    header.write('BM');
    header.writeInt32LE(width, 18);
    header.writeInt32LE(-height, 22);
  } else if (kind === 'emf') {
    header.writeUInt32LE(1, 0);
    header.writeInt32LE(width, 16);
    header.writeInt32LE(height, 20);
    header.write(' EMF', 40);
  } else {
    header.writeUInt32LE(0x9ac6cdd7, 0);
    header.writeInt16LE(width, 10);
    header.writeInt16LE(height, 12);
  }
  return header;
}

/** Fields that Word draws by their code alone, in the two ways that Word writes fields. */
export const wordWithDrawnFields = () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const field = (code: string) =>
    `<w:p>${mark('begin')}<w:r><w:instrText>${code}</w:instrText></w:r>${mark('separate')}${mark('end')}</w:p>`;
  const simple = '<w:p><w:fldSimple w:instr=" EQ \\f(7,8) "/></w:p>';
  return wordFile({
    body: [field('EQ \\f(1,2)'), field(' DISPLAYBARCODE &quot;12345&quot; QR'), simple, field('PAGE')].join(
      words('Ada'),
    ),
  });
};

/** An equation that LibreOffice can't read. */
export const wordWithBrokenEquation = (before = '') =>
  wordFile({ body: `${before}<w:p><m:oMath xmlns:m="${MATH}"><m:r><m:t>x =</m:t></m:r></m:oMath></w:p>` });

/** White letters on a dark paragraph. */
export const wordInWhite = (text: string) =>
  wordFile({
    body: `<w:p><w:pPr><w:shd w:val="clear" w:color="auto" w:fill="1F3864"/></w:pPr><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`,
  });

/** The same picture twice, as two files, with a blank page between them. */
export const wordWithEqualPictures = (picture: Uint8Array) =>
  wordFile({
    body: `${pictureIn('r:embed="rId9"')}${PAGE_BREAK}${PAGE_BREAK}${pictureIn('r:embed="rId10"')}`,
    relations: relation('image', 'media/a.png') + relation('image', 'media/b.png').replace('rId9', 'rId10'),
    more: ['a', 'b'].map((name) => ({ name: `word/media/${name}.png`, content: picture })),
  });
