import { crc32, deflateRawSync } from 'node:zlib';

const DEFLATED = 8;

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
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, table, end]);
}
