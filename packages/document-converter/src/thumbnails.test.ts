import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { findOnPath } from '@firstyear/processes/find-on-path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentConverter } from './converter.ts';
import { convertingTests } from './converting.testing.ts';
import { phonePhoto, RED, textPdf } from './corpus.testing.ts';
import { findIsolation } from './isolation.ts';
import { localConverter } from './local-converter.ts';

const searchPath = process.env.PATH ?? '';
const { signal } = new AbortController();
const { convertFully } = convertingTests();
let bin: string;
/** Without walls, which would hide the programs of these tests. */
let unwalled: DocumentConverter;
beforeAll(async () => {
  bin = await mkdtemp(path.join(tmpdir(), 'firstyear-bin-'));
  await chmod(bin, 0o755);
  await symlink(findOnPath(['qpdf'], searchPath) ?? '', path.join(bin, 'qpdf'));
  unwalled = localConverter({ searchPath: bin, concurrency: 1, isolation: findIsolation('') });
});
afterAll(async () => {
  await unwalled.close();
  await rm(bin, { recursive: true, force: true });
});

/** The size, and the color at a point with coordinates from 0 to 1. */
async function readPoint(thumbnail: Uint8Array | undefined, at: { readonly x: number; readonly y: number }) {
  const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true });
  const start = (Math.floor(at.y * info.height) * info.width + Math.floor(at.x * info.width)) * info.channels;
  return { width: info.width, height: info.height, color: [...data.subarray(start, start + 3)] };
}
/** Compares colors with the tolerance of JPEG. */
const expectNear = (color: readonly number[], expected: readonly number[]) => {
  for (const [index, value] of color.entries()) expect(Math.abs(value - (expected[index] ?? -1))).toBeLessThan(40);
};
const GRAYS = Array.from({ length: 10 }, (_, page) => (page + 1) / 11);
async function tenPages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const gray of GRAYS) {
    const page = pdf.addPage([612, 792]);
    page.drawText('Record of Ada', { x: 40, y: 740 });
    page.drawRectangle({ x: 100, y: 100, width: 412, height: 592, color: rgb(gray, gray, gray) });
  }
  return pdf.save();
}

test('a photo has an upright thumbnail', async () => {
  const { thumbnails } = await convertFully(await phonePhoto(6));
  expect(thumbnails).toHaveLength(1);
  const left = await readPoint(thumbnails[0], { x: 0.1, y: 0.5 });
  expect(left).toMatchObject({ width: 480, height: 320 });
  expectNear(left.color, [RED.r, RED.g, RED.b]);
});

test('a PDF has thumbnails of its first eight pages, in order', async () => {
  const { thumbnails, pages } = await convertFully(await tenPages());
  expect(pages).toBe(10);
  expect(thumbnails).toHaveLength(8);
  for (const [index, thumbnail] of thumbnails.entries()) {
    const gray = 255 * (GRAYS[index] ?? 0);
    const middle = await readPoint(thumbnail, { x: 0.5, y: 0.5 });
    expect(middle.height).toBe(480);
    expectNear(middle.color, [gray, gray, gray]);
  }
});

test.each([
  ['is missing', undefined, 0],
  ['fails', 'exit 99', 0],
  ['writes a file that is no picture', 'for last; do :; done; echo text > "$last-1.jpg"', 0],
  ['leaves out the first page', `for last; do :; done; printf '\\377\\330......\\377\\331' > "$last-2.jpg"`, 0],
  [
    'stops in the middle of the second page',
    `for last; do :; done; printf '\\377\\330......\\377\\331' > "$last-1.jpg"; printf '\\377\\330......' > "$last-2.jpg"`,
    1,
  ],
])('a document is converted even if the program for thumbnails %s', async (_what, script, count) => {
  const program = path.join(bin, 'pdftoppm');
  await rm(program, { force: true });
  if (script !== undefined) await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { thumbnails, pages } = await unwalled.convert(await textPdf('Record of Ada', 'Page two'), signal);
  expect(pages).toBe(2);
  expect(thumbnails).toHaveLength(count);
});
