import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertingTests } from './converting.testing.ts';
import { BLUE, RED } from './corpus.testing.ts';

/** A drawing in the format of iPhone photos, stored turned by 90°: red on the left half and blue on the right when upright. */
const photo = (name: string) => readFile(new URL(`./photos/${name}`, import.meta.url));
const { convertFully, problemOf } = convertingTests();

/** The size of the PDF's thumbnail, and the colors at its left, right, top and bottom edges. */
async function readThumbnail(content: Uint8Array) {
  const { pages, thumbnails } = await convertFully(content);
  const { data, info } = await sharp(thumbnails[0]).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const nameAt = (x: number, y: number) => {
    const [r = 0, , b = 0] = data.subarray((y * width + x) * channels);
    return Math.abs(r - RED.r) < 60 ? 'red' : Math.abs(b - BLUE.b) < 60 ? 'blue' : 'other';
  };
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)];
  const edges = [nameAt(4, y), nameAt(width - 5, y), nameAt(x, 4), nameAt(x, height - 5)];
  return { pages, width, height, edges: edges.join(' ') };
}

/** A copy of the file with some bytes replaced by as many others. */
function replaceBytes(content: Buffer, bytes: string, by: string): Buffer {
  const at = content.indexOf(bytes, 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  const copy = Buffer.from(content);
  copy.write(by, at, 'latin1');
  return copy;
}

const UPRIGHT = { pages: 1, width: 192, height: 128 };

describe('a photo in HEIC', () => {
  test('[PROD-08] is rotated once when both the file and its Exif have the rotation', async () => {
    expect(await readThumbnail(await photo('portrait.heic'))).toMatchObject({
      ...UPRIGHT,
      edges: expect.stringMatching(/^red blue/),
    });
  });

  test('is rotated as the file says when its Exif differs', async () => {
    const unturned = replaceBytes(await photo('portrait.heic'), 'irot', 'free');
    expect(await readThumbnail(unturned)).toMatchObject({
      width: 128,
      height: 192,
      edges: expect.stringMatching(/blue red$/),
    });
  });

  test('shows its primary picture, not the first', async () => {
    expect(await readThumbnail(await photo('second-is-primary.heic'))).toMatchObject({
      ...UPRIGHT,
      edges: expect.stringMatching(/^red blue/),
    });
  });

  test('is the picture of a burst or an animation', async () => {
    const photoOf = await photo('portrait.heic');
    for (const brand of ['msf1', 'avis', 'hevc'])
      expect((await readThumbnail(replaceBytes(photoOf, 'ftypheic', `ftyp${brand}`))).edges).toMatch(/^red blue/);
  });

  test('[DOC-05] is called unreadable when it cannot be decoded, and damaged when it is cut off', async () => {
    const whole = await photo('portrait.heic');
    expect(await problemOf(replaceBytes(whole, 'hvc1', 'unci'))).toBe('unreadable_picture');
    expect(await problemOf(replaceBytes(replaceBytes(whole, 'meta', 'moov'), 'heic', 'msf1'))).toBe(
      'unreadable_picture',
    );
    expect(await problemOf(whole.subarray(0, whole.length - 60))).toBe('damaged');
    expect(await problemOf(whole.subarray(0, 200))).toBe('damaged');
    // A list of items that exceeds the file.
    expect(await problemOf(replaceBytes(whole, 'iinf\0', 'iinf\x01'))).toBe('damaged');
  });
});
