import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import * as z from 'zod';
import type { SchoolCategory } from '../query-words.ts';
import { categoryOfHeader, FORMATS, type Format, type FormatName, formatOfHeader, type Row } from './formats.ts';

/** A file of schools cannot be read; the message is for the operator. */
export class SchoolFileError extends Error {
  override readonly name = 'SchoolFileError';
}

/** Columns of the fixed-width file by name: first and last position in a line, counted from 1. */
export type CeebLayout = ReadonlyMap<string, readonly [first: number, last: number]>;

/** Without a layout of the operator's. The College Board sends the layout with the file. */
const DEFAULT_CEEB_LAYOUT = 'code:1-6,name:7-36,address:37-66,city:67-86,state:87-88,zip:89-97';
const LAYOUT_COLUMNS = new Set(['CODE', 'NAME', 'ADDRESS', 'CITY', 'STATE', 'ZIP', 'COUNTRY']);

/** Reads 'code:1-6,name:7-36,…'. */
export function parseLayout(text: string): CeebLayout {
  const layout = new Map(
    text.split(',').map((part): [string, readonly [number, number]] => {
      const [, name = '', first = '', last = ''] = /^\s*([a-z]+):(\d{1,4})-(\d{1,4})\s*$/i.exec(part) ?? [];
      if (!LAYOUT_COLUMNS.has(name.toUpperCase()) || Number(first) < 1 || Number(last) < Number(first)) {
        throw new SchoolFileError(`The layout cannot be read at "${part}". It looks like ${DEFAULT_CEEB_LAYOUT}.`);
      }
      return [name.toUpperCase(), [Number(first), Number(last)]];
    }),
  );
  for (const needed of ['CODE', 'NAME']) {
    if (!layout.has(needed)) throw new SchoolFileError(`The layout has no column "${needed.toLowerCase()}".`);
  }
  return layout;
}

export interface SchoolFile {
  readonly format: Format;
  /** The category by its columns, if they show it. */
  readonly category: SchoolCategory | undefined;
  /** SHA-256 of the file, in hexadecimal, and the operator's layout, if any. */
  readonly checksum: string;
  /** Rows with the number of the line they end at. */
  rows(): AsyncIterable<{ readonly line: number; readonly row: Row }>;
}

interface Survey {
  readonly checksum: string;
  readonly encoding: 'utf8' | 'windows-1252';
}

/** Public files are in UTF-8, with or without a byte order mark, or in the encoding of older Windows. */
async function survey(file: string): Promise<Survey> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  for await (const chunk of createReadStream(file)) {
    if (!Buffer.isBuffer(chunk)) continue;
    hash.update(chunk);
    if (!isUtf8) continue;
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  return { checksum: hash.digest('hex'), encoding: isUtf8 ? 'utf8' : 'windows-1252' };
}

async function* decodeFile(file: string, encoding: Survey['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file)) {
    if (Buffer.isBuffer(chunk)) yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** The first line, and how cells are separated: by tabs in older editions of NCES, where quote marks are ordinary characters. */
async function cellsOf(file: string, encoding: Survey['encoding']) {
  let line = '';
  for await (const chunk of decodeFile(file, encoding)) {
    line = /^[^\r\n]*/.exec(chunk)?.[0] ?? '';
    break;
  }
  const cells = line.includes('\t') ? { delimiter: '\t', quote: false as const } : { delimiter: ',', quote: '"' };
  return { line, cells };
}

/** An error of the parser with the name of the file. */
function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  return new SchoolFileError(`${file} cannot be read as CSV (${error.message}).`, { cause: error });
}

async function headerOf(file: string, encoding: Survey['encoding']): Promise<readonly string[]> {
  const { line, cells } = await cellsOf(file, encoding);
  const [header = []] = parseText(line, { to_line: 1, bom: true, relax_column_count: true, ...cells });
  return upperCase(header);
}

const upperCase = (header: readonly string[]) => header.map((column) => column.trim().toUpperCase());

const parsedRow = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number() }),
});

async function* delimitedRows(file: string, encoding: Survey['encoding']) {
  const { cells } = await cellsOf(file, encoding);
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    columns: upperCase,
    ...cells,
  });
  // A failure of either stream fails the rows below.
  pipeline(Readable.from(decodeFile(file, encoding)), parser, () => undefined);
  try {
    for await (const item of parser) {
      const { record, info } = parsedRow.parse(item);
      const row: Row = (column) => {
        // 'HIGR*' is the first column whose name begins so.
        const stem = column.endsWith('*') ? column.slice(0, -1) : undefined;
        const name = stem === undefined ? column : Object.keys(record).find((other) => other.startsWith(stem));
        return (name !== undefined && record[name]) || '';
      };
      yield { line: info.lines, row };
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* fixedRows(file: string, encoding: Survey['encoding'], layout: CeebLayout) {
  let line = 0;
  const lines = createInterface({
    input: Readable.from(decodeFile(file, encoding)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const row: Row = (column) => {
      const range = layout.get(column);
      return range === undefined ? '' : text.slice(range[0] - 1, range[1]).trim();
    };
    yield { line, row };
  }
}

/** Opens a file of schools. Without a given format, its header decides. */
export async function openSchoolFile(
  file: string,
  options: { readonly format?: FormatName; readonly layout?: CeebLayout } = {},
): Promise<SchoolFile> {
  const { checksum, encoding } = await survey(file).catch((cause: unknown) => {
    throw new SchoolFileError(`${file} cannot be opened.`, { cause });
  });
  if (options.format === 'ceeb') {
    const layout = options.layout ?? parseLayout(DEFAULT_CEEB_LAYOUT);
    const edition = options.layout ? `${checksum} ${JSON.stringify([...layout])}` : checksum;
    return {
      format: FORMATS.ceeb,
      category: undefined,
      checksum: edition,
      rows: () => fixedRows(file, encoding, layout),
    };
  }
  const header = await headerOf(file, encoding).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const found = options.format === undefined ? formatOfHeader(header) : FORMATS[options.format];
  const lacking = found?.columns.find((choices) => !choices.some((column) => header.includes(column)));
  if (found === undefined || lacking !== undefined) {
    throw new SchoolFileError(
      found === undefined
        ? `${file} has none of the known headers. A plain CSV file has at least the columns name, city and state; a fixed-width file needs --format ceeb.`
        : `${file} has no column ${lacking?.join(' or ')}, so it is not in the format of ${found.title}.`,
    );
  }
  return { format: found, category: categoryOfHeader(header), checksum, rows: () => delimitedRows(file, encoding) };
}
