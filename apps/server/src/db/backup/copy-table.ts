import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { quote, type Table } from './catalog.ts';

/** Adds all that flows through to a hash. */
export function hashInto(hash: Hash): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** SHA-256 of a file in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) if (Buffer.isBuffer(chunk)) hash.update(chunk);
  return hash.digest('hex');
}

const columnsOf = ({ columns }: Table) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Writes the rows of a table, as this connection's transaction sees them, to a new file: COPY's text, compressed. Returns the file's SHA-256. */
export async function copyTableOut(client: pg.Client, table: Table, file: string, signal: AbortSignal) {
  const copy = client.query(to(`copy (select ${columnsOf(table)} from ${quote(table)}) to stdout`));
  const hash = createHash('sha256');
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(copy, createGzip({ level: 3 }), hashInto(hash), target, { signal });
  return { rows: copy.rowCount, sha256: hash.digest('hex') };
}

/** Reads the rows of a file into a table. Returns how many. */
export async function copyTableIn(client: pg.Client, table: Table, file: string, signal: AbortSignal): Promise<number> {
  const copy = client.query(from(`copy ${quote(table)} (${columnsOf(table)}) from stdin`));
  await pipeline(createReadStream(file), createGunzip(), copy, { signal });
  return copy.rowCount;
}
