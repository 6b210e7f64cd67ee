const PDF_START = '%PDF-';
const PDF_END = '%%EOF';
/** Bytes of a cross-reference table; a file of 1 MB has no longer one. */
const MAX_TABLE = 262_144;
/** Bytes of an encryption dictionary; its keys take a few hundred. */
const MAX_LOCK = 4_096;
/** Encryption dictionaries to check: one for each version of a file, and those of attachments. */
const MAX_LOCKS = 10;
const OBJECT = /\d\s+\d+\s+obj\b/;
/** The rest of the last lines when a transfer cut them off. */
const END_BEGUN = /^(?:s|st|sta|star|start|startx|startxr|startxre|startxref(?:\s+\d*(?:\s+%{0,2}E?O?)?)?)?$/;

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Offsets of the last cross-reference table; undefined when the file is cut off before its end. */
function findTable(content: string): { readonly from: number; readonly to: number } | undefined {
  const objects = content.lastIndexOf('endobj') + 'endobj'.length;
  const table = content.indexOf('xref', objects);
  const trailer = content.indexOf('trailer', objects);
  const end = content.lastIndexOf('>>');
  // A text table follows all objects, with a complete trailer.
  if (table >= 0 && trailer > table && content.slice(trailer, end).includes('/Root')) {
    return { from: table, to: end + 2 };
  }
  // A stream table is the last object.
  const near = Math.max(0, objects - MAX_TABLE);
  const last = [...content.slice(near, objects).matchAll(/\d+\s+\d+\s+obj\b/g)].at(-1);
  if (!last) return undefined;
  const from = near + last.index;
  return /\/Type\s*\/XRef\b/.test(content.slice(from, objects)) ? { from, to: objects } : undefined;
}

/** A PDF with its missing last lines added; undefined when more is missing. */
function closeOpenEnd(bytes: Buffer, content: string): Uint8Array | undefined {
  const table = findTable(content);
  if (!table || !END_BEGUN.test(content.slice(table.to).trim())) return undefined;
  const end = Buffer.from(`\nstartxref\n${table.from}\n${PDF_END}\n`);
  return Buffer.concat([bytes.subarray(0, table.to), end]);
}

const LOCK = /\/Encrypt(?=\s*<<|\s+(\d+)\s+\d+\s+R)/g;

/** Whether the encryption dictionary here leaves strings and streams open (ISO 32000-2, table 20), so at most attachments are locked. */
function leavesPagesOpen(content: string, at: number): boolean {
  const [lock = ''] = content.slice(at, at + MAX_LOCK).split(/endobj|startxref|\bstream\b/, 1);
  return /\/V\s+[45]\b/.test(lock) && /\/CF\b/.test(lock) && !/\/(StmF|StrF)\s*\/(?!Identity\b)/.test(lock);
}

/**
 * If only attachments are encrypted, the pages can be read, and attachments are left out anyway. Overwrites the key's name, so
 * that no offset changes.
 */
function unlockPages(content: string): string {
  const found = new Map<string, boolean>();
  const isOpen = (object: string): boolean => {
    // A crafted file could refer to many dictionaries.
    if (!found.has(object) && found.size < MAX_LOCKS) {
      const places = [...content.matchAll(new RegExp(`\\b${object}\\s+\\d+\\s+obj\\b`, 'g'))].slice(0, MAX_LOCKS);
      const opens = places.some(({ index }) => leavesPagesOpen(content, index));
      found.set(object, opens);
    }
    return found.get(object) ?? false;
  };
  return content.replace(LOCK, (name, object: string | undefined, at: number) =>
    (object === undefined ? leavesPagesOpen(content, at) : isOpen(object)) ? '/Encryp_' : name,
  );
}

/**
 * Repairs a PDF that has lost no content: removes bytes after its end (added by mail programs or as padding), adds last lines
 * that a transfer cut off, and removes encryption of attachments alone. Undefined when the file is cut off.
 */
export function repairPdf(bytes: Uint8Array): Uint8Array | undefined {
  const content = unlockPages(latin1(bytes));
  const plain = Buffer.from(content, 'latin1');
  const end = content.lastIndexOf(PDF_END);
  if (end >= 0 && !OBJECT.test(content.slice(end))) return plain.subarray(0, end + PDF_END.length);
  return closeOpenEnd(plain, content);
}

/** Whether content without a PDF's first line is a PDF, since it has objects and an end. */
export function isPdfWithoutHeader(bytes: Uint8Array): boolean {
  const content = latin1(bytes);
  return !content.includes(PDF_START) && OBJECT.test(content) && /startxref\s+\d+\s+%%EOF\s*$/.test(content);
}

/** Whether a PDF is encrypted with something other than a password: a certificate or a vendor's DRM. */
export function isLockedOtherwise(bytes: Uint8Array): boolean {
  const content = latin1(bytes);
  return /\/Encrypt\b/.test(content) && !/\/Filter\s*\/Standard\b/.test(content);
}
