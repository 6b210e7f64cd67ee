import sans400 from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2';
import sans500 from '@fontsource/source-sans-3/files/source-sans-3-latin-500-normal.woff2';
import sans600 from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2';
import serif600 from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2';
import { preload } from 'react-dom';

/** The fonts of every sheet; others are loaded if an answer needs them. */
const ON_EVERY_SHEET = [sans400, sans500, sans600, serif600];

let styles: Promise<unknown> | undefined;

/** Loads the fonts of paper. Resolves when their styles are loaded, rejects when they can't be. */
export function fetchPaperFonts(): Promise<unknown> {
  for (const file of ON_EVERY_SHEET) preload(file, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  styles ??= import('./paper-fonts.css');
  return styles;
}
