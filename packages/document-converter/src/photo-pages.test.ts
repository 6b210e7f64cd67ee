import { joinPhotos } from '@firstyear/api-contract/photo-pages';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ConversionError } from './converter.ts';
import { convertingTests } from './converting.testing.ts';
import { heifPhotos, phonePhoto, RED, transparentPng } from './corpus.testing.ts';

const { convert, convertFully } = convertingTests();
const failureOf = (photos: readonly Uint8Array[]) =>
  convert(joinPhotos(photos)).then(
    () => 'converted',
    (error: unknown) => (error instanceof ConversionError ? `${error.problem} on page ${error.page}` : String(error)),
  );
const plain = (background: string, side = 300) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();

test('photos of every kind become one document, each upright on its own page, in order', async () => {
  const { 'photo.heic': heic } = await heifPhotos();
  const photos = [await phonePhoto(6), await transparentPng(), heic ?? Buffer.alloc(0), await plain('#1414dc')];
  const { pages, thumbnails } = await convertFully(joinPhotos(photos));
  expect(pages).toBe(4);
  const corners = await Promise.all(
    thumbnails.map(async (thumbnail) => {
      const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true });
      const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 10)) * info.channels;
      return [...data.subarray(at, at + 3)];
    }),
  );
  const expected = [Object.values(RED), [255, 255, 255], Object.values(RED), [20, 20, 220]];
  for (const [index, color] of corners.entries()) {
    for (const [part, value] of color.entries()) {
      expect(Math.abs(value - (expected[index]?.[part] ?? -1)), `page ${index + 1}`).toBeLessThan(60);
    }
  }
});

test('[DOC-05] the error names the photo at fault, and the others are not converted', async () => {
  const photo = await phonePhoto(1);
  expect(await failureOf([photo, photo.subarray(0, photo.length / 2)])).toBe('damaged on page 2');
  expect(await failureOf([photo, photo, Buffer.from('Dear office')])).toBe('wrong_content on page 3');
  const whole = joinPhotos([photo, photo]);
  await expect(convert(whole.subarray(0, whole.length - 9))).rejects.toThrow('damaged');
});

test('photos are limited together as well as individually', async () => {
  const large = await plain('#777777', 6_000);
  expect(await failureOf([large, large, large])).toBe('too_much_inside on page 3');
});

test('hints about photos have their page numbers', async () => {
  const { hints } = await convertFully(
    joinPhotos([await phonePhoto(1), await plain('#111111'), await plain('#fefefe')]),
  );
  expect(hints).toEqual([
    { page: 2, hint: 'dark' },
    { page: 3, hint: 'bright' },
  ]);
});
