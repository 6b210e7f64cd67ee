import { describe, expect, test } from 'vitest';
import { fileKindOf, nameForContent } from './file-content.ts';
import { MAX_FILE_BYTES } from './file-rules.ts';
import { joinPhotos, MAX_PHOTO_PAGES, maxPhotoBytes, splitPhotos } from './photo-pages.ts';

const photo = (size: number, value: number) => new Uint8Array(size).fill(value);
const photos = [photo(300, 1), photo(70_000, 2), photo(1, 3)];

describe('photos as pages of one file', () => {
  test('are split unchanged and in order', () => {
    expect(splitPhotos(joinPhotos(photos))).toEqual(photos);
    const most = Array.from({ length: MAX_PHOTO_PAGES }, (_, page) => photo(page + 1, page));
    expect(splitPhotos(joinPhotos(most))).toEqual(most);
    expect(() => joinPhotos([...most, photo(1, 1)])).toThrow(RangeError);
  });

  test('are recognized by their content, whatever their names, and become a PDF', () => {
    expect(fileKindOf(joinPhotos(photos))).toBe('pages');
    expect(nameForContent('IMG_1.jpg', joinPhotos(photos))).toBe('IMG_1.pdf');
  });

  test('at their size limit, they are exactly as large as one file may be', () => {
    expect(joinPhotos([photo(maxPhotoBytes(2) - 10, 1), photo(10, 2)])).toHaveLength(MAX_FILE_BYTES);
  });

  test('are refused when truncated, with trailing bytes, empty or too many', () => {
    const whole = joinPhotos(photos);
    for (let length = 0; length < 60; length += 1) expect(splitPhotos(whole.subarray(0, length))).toBeUndefined();
    expect(splitPhotos(whole.subarray(0, whole.length - 1))).toBeUndefined();
    expect(splitPhotos(new Uint8Array([...whole, 0]))).toBeUndefined();
    expect(splitPhotos(joinPhotos([]))).toBeUndefined();
    const countAt = whole.indexOf(photos.length);
    expect(splitPhotos(whole.with(countAt, MAX_PHOTO_PAGES + 1))).toBeUndefined();
    expect(splitPhotos(whole.with(countAt + 1, 255))).toBeUndefined();
  });
});
