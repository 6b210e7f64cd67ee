import fs from 'node:fs';
import { writePicturePage } from './picture-page.ts';
import { GALLERY, LANGUAGES } from './pictures.ts';

/** Writes the page of the gallery: every screen at three widths, those of the office at 1440 too, every widget in every state. */
export default function writeIndex(): void {
  fs.mkdirSync(GALLERY, { recursive: true });
  const others = LANGUAGES.filter((language) => language !== 'en').map((language) => `screens-${language}`);
  writePicturePage(
    GALLERY,
    'Gallery',
    Object.fromEntries(['screens', 'widgets', ...others].map((name) => [name, name])),
  );
}
