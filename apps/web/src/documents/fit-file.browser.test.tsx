import { fitName, makeSmaller, prepareFile, remedyFor } from '@firstyear/api-client/fit-file';
import { MAX_FILE_BYTES } from '@firstyear/api-contract/file-rules';
import { expect, test } from 'vitest';
import { fileOf } from './document-server.testing.ts';

/** A drawn picture: red on the left half and blue on the right when upright. The file and its Exif data both have the rotation. */
const PORTRAIT =
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAATVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAFPAAEAAAAKAAAAQwACAAAAAAGSAAEAAAAKAAAAXgAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAdGlwcnAAAABUaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAACAAAAAwAAAABBwaXhpAAAAAAMICAgAAAAJaXJvdAMAAAAYaXBtYQAAAAAAAAABAAEFgYIDhIUAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAAKltZGF0EgAKBhgZ/9+wITI3EgACiiihALTbemt7DzCf2f4vDertA3sl4a2f+R7oSLCF/vjG+2sO2AN3gHByARpipydNn2K1IAAAAABNTQAqAAAACAAFARIAAwAAAAEABgAAARoABQAAAAEAAABKARsABQAAAAEAAABSASgAAwAAAAEAAgAAAhMAAwAAAAEAAQAAAAAAAAAAAEgAAAABAAAASAAAAAE=';

test('a photo that this browser can open is rotated once', async () => {
  const content = Uint8Array.from(atob(PORTRAIT), (letter) => letter.charCodeAt(0));
  const jpeg = await prepareFile(new File([content], 'photo.avif', { type: 'image/avif' }));
  expect(jpeg).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg' });
  const picture = await createImageBitmap(jpeg);
  expect([picture.width, picture.height]).toEqual([192, 128]);
  const context = new OffscreenCanvas(192, 128).getContext('2d');
  context?.drawImage(picture, 0, 0);
  const [red = 0, , blue = 255] = context?.getImageData(10, 64, 1, 1).data ?? [];
  expect(red).toBeGreaterThan(150);
  expect(blue).toBeLessThan(100);
});

test('a long screenshot stays as wide as a page needs', async () => {
  const canvas = new OffscreenCanvas(1_000, 4_000);
  canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
  const picture = await createImageBitmap(await makeSmaller(new File([await canvas.convertToBlob()], 'chat.png')));
  expect([picture.width, picture.height]).toEqual([1_000, 4_000]);
});

test('the remedy for a file follows from its size, name and kind', () => {
  expect(remedyFor(fileOf('photo.jpg', MAX_FILE_BYTES + 1))).toBe('smaller');
  expect(remedyFor(fileOf('IMG_1.HEIC'))).toBe('smaller');
  expect(remedyFor(fileOf(`${'a'.repeat(40)}.pdf`))).toBe('shorter');
  expect(remedyFor(fileOf('record.pdf', MAX_FILE_BYTES + 1))).toBeUndefined();
  expect(remedyFor(fileOf('photo.jpg', 0))).toBeUndefined();
  expect(remedyFor(fileOf('photo.jpg'))).toBeUndefined();
  expect(fitName(`${'ä'.repeat(40)}.pdf`, '.pdf')).toBe(`${'ä'.repeat(28)}.pdf`);
  expect(fitName('.png', '.png')).toBe('.png.png');
});
