import { expect, test } from 'vitest';
import { plainPicture } from '../../word-corpus.testing.ts';
import { pictureSizeOf } from './picture-size.ts';

test.each(['png', 'gif', 'tiff', 'jpeg'] as const)('the header of a %s says its size', async (format) => {
  const size = { width: 700, height: 600, isBitmap: true };
  expect(pictureSizeOf(await plainPicture(700, 600, format))).toEqual(size);
});

test.each(['II', 'MM'])('of the pages of a TIFF that begins with %s, the largest counts', (order) => {
  const content = Buffer.alloc(8 + 3 * 30);
  const isLittle = order === 'II';
  const word = (value: number, at: number) =>
    isLittle ? content.writeUInt16LE(value, at) : content.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? content.writeUInt32LE(value, at) : content.writeUInt32BE(value, at);
  content.write(order);
  word(42, 2);
  long(8, 4);
  for (const [index, side] of [10, 30, 20].entries()) {
    const page = 8 + index * 30;
    word(2, page);
    for (const [place, tag] of [256, 257].entries()) {
      const entry = page + 2 + place * 12;
      word(tag, entry);
      word(4, entry + 2);
      long(side, entry + 8);
    }
    long(index < 2 ? page + 30 : 0, page + 26);
  }
  expect(pictureSizeOf(content)).toEqual({ width: 30, height: 30, isBitmap: true });
});

test('a picture header with offsets outside the file, or in a cycle, has no size', () => {
  const tiff = Buffer.from('49492a0008000000000008000000', 'hex');
  expect(pictureSizeOf(tiff)).toEqual({ width: 0, height: 0, isBitmap: true });
  for (const start of ['89504e470d0a1a0a', 'ffd8ff', '47494638', '424d', '49492a00ffffffff', 'd7cdc69a']) {
    expect(pictureSizeOf(Buffer.from(start, 'hex')), start).toBeUndefined();
  }
});
