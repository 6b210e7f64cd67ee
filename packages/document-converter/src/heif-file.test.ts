import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertingTests } from './converting.testing.ts';
import { BLUE, RED } from './corpus.testing.ts';

/** Drawn, not taken: red on the left half and blue on the right when upright. Kept as iPhones keep photos, turned by 90°. */
const photo = (name: string) => readFile(new URL(`./photos/${name}`, import.meta.url));
const { convertFully, problemOf } = convertingTests();

/** What the PDF shows, by its small picture: its size, and what is at its left and right edge. */
async function shown(content: Uint8Array) {
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

/** The file with these bytes in place of others that are as many. */
function replaced(content: Buffer, bytes: string, by: string): Buffer {
  const at = content.indexOf(bytes, 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  const copy = Buffer.from(content);
  copy.write(by, at, 'latin1');
  return copy;
}

const UPRIGHT = { pages: 1, width: 192, height: 128 };

describe('a photo in HEIC', () => {
  test('[PROD-08] is turned once when the file and its Exif both say how', async () => {
    expect(await shown(await photo('portrait.heic'))).toMatchObject({
      ...UPRIGHT,
      edges: expect.stringMatching(/^red blue/),
    });
  });

  test('is shown as the file says, when its Exif says something else', async () => {
    const unturned = replaced(await photo('portrait.heic'), 'irot', 'free');
    expect(await shown(unturned)).toMatchObject({ width: 128, height: 192, edges: expect.stringMatching(/blue red$/) });
  });

  test('with several pictures is its primary one, not the first', async () => {
    expect(await shown(await photo('second-is-primary.heic'))).toMatchObject({
      ...UPRIGHT,
      edges: expect.stringMatching(/^red blue/),
    });
  });

  test('[DOC-05] of a kind that cannot be decoded is not called damaged, and one cut off is', async () => {
    const whole = await photo('portrait.heic');
    expect(await problemOf(replaced(whole, 'hvc1', 'unci'))).toBe('unreadable_picture');
    expect(await problemOf(replaced(replaced(whole, 'meta', 'moov'), 'heic', 'msf1'))).toBe('unreadable_picture');
    expect(await problemOf(whole.subarray(0, whole.length - 60))).toBe('damaged');
    expect(await problemOf(whole.subarray(0, 200))).toBe('damaged');
    // A list of contents that leads out of the file.
    expect(await problemOf(replaced(whole, 'iinf\0', 'iinf\x01'))).toBe('damaged');
  });
});
