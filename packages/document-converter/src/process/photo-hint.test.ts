import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { findPhotoHint } from './photo-hint.ts';

const LINES = 40;

/** A photo of a letter page: 150 dots an inch, 10 point letters, off-white paper. */
function photoOfPage(ink = '#222', paper = '#f4f1ea') {
  const lines = Array.from(
    { length: LINES },
    (_, line) =>
      `<text x="200" y="${300 + 67 * line}" font-size="42" fill="${ink}">Transcript of Ada Testperson: Biology A, History B, term ${line}</text>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1275" height="1650" viewBox="0 0 2550 3300"><rect width="2550" height="3300" fill="${paper}"/>${lines.join('')}</svg>`,
    ),
  );
}

const hintOf = async (photo: Sharp) => findPhotoHint(await photo.jpeg({ quality: 85 }).toBuffer());

test('a readable photo has no hint, even if it is dim, gray on white, or a little soft', async () => {
  expect(await hintOf(photoOfPage())).toBeNull();
  expect(await hintOf(photoOfPage('#aaa', '#fff'))).toBeNull();
  expect(await hintOf(photoOfPage().linear(0.3, 0))).toBeNull();
  expect(await hintOf(photoOfPage().blur(1.5))).toBeNull();
});

test('a photo that is nearly black, nearly white, or too blurred to read has its hint', async () => {
  expect(await hintOf(photoOfPage().linear(0.1, 0))).toBe('dark');
  expect(await hintOf(photoOfPage().linear(0.1, 230))).toBe('bright');
  expect(await hintOf(photoOfPage().blur(6))).toBe('blurred');
});

test('a picture of one pixel, or of one color, has no hint', async () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#808080' } });
  expect(await hintOf(plain(1, 1))).toBeNull();
  expect(await hintOf(plain(600, 400))).toBeNull();
});
