import {
  grayJpeg,
  heifPhotos,
  ORIENTATIONS,
  phonePhoto,
  pictures,
  pixelFlood,
  textPdf,
  transparentPng,
} from '@firstyear/document-converter/testing/corpus';
import type { CorpusFile, Expectation } from './corpus-file.ts';

const PICTURE: Expectation = { words: [], pages: 1 };

export async function pictureFiles(): Promise<readonly CorpusFile[]> {
  const made: (readonly [string, Uint8Array, Expectation])[] = [];
  for (const [name, content] of Object.entries(await pictures())) made.push([name, content, PICTURE]);
  for (const turn of ORIENTATIONS) made.push([`turned ${turn}.jpg`, await phonePhoto(turn), PICTURE]);
  for (const [name, content] of Object.entries(await heifPhotos())) made.push([name, content, PICTURE]);
  const photo = await phonePhoto(1);
  made.push(
    ['transparent.png', await transparentPng(), PICTURE],
    ['gray.jpeg', await grayJpeg(), PICTURE],
    ['a photo called a PDF.pdf', photo, PICTURE],
    ['a PDF called a photo.jpg', await textPdf('Record of Ada'), { words: ['Record of Ada'], pages: 1 }],
    ['flood.png', await pixelFlood(), { problem: 'too_much_inside' }],
    ['cut.jpg', photo.subarray(0, photo.length / 2), { problem: 'damaged' }],
    ['animation.gif', Buffer.from('GIF89a......'), { problem: 'other_picture' }],
  );
  return made.map(([name, content, expected]) => ({ name: `Picture, ${name}`, content, expected }));
}
