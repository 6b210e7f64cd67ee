import { packZip } from '@firstyear/document-converter/pack-zip';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A Word file of one paragraph. */
export function wordDocument(text: string): Buffer {
  return wordFileOf(paragraph(text));
}

const SLOW_TABLES = 300;
const SLOW_DEPTH = 20;

/** A small Word file that takes LibreOffice very long: many tables, nested as deeply as is accepted. */
export function slowWordDocument(): Buffer {
  const nested = `${'<w:tbl><w:tr><w:tc>'.repeat(SLOW_DEPTH)}${paragraph('x')}${'</w:tc></w:tr></w:tbl><w:p/>'.repeat(SLOW_DEPTH)}`;
  return wordFileOf(nested.repeat(SLOW_TABLES));
}

/** As small as Word reads it: a zip of three parts. */
function wordFileOf(body: string): Buffer {
  const parts: readonly (readonly [string, string])[] = [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/document.xml',
      `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ],
  ];
  return packZip(new Map(parts.map(([name, content]) => [name, Buffer.from(content)])));
}
