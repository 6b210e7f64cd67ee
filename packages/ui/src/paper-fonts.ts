import { preload } from 'react-dom';

/**
 * Source Sans 3 and Source Serif 4 for paper, a static file for each weight and group of scripts: a browser draws the letters of
 * variable fonts into a PDF one by one (Type 3), which prints unevenly and reads back with gaps inside words.
 */
const FILES = import.meta.glob<string>(
  [
    '../../../node_modules/@fontsource/source-sans-3/files/*-{400,500,600}-normal.woff2',
    '../../../node_modules/@fontsource/source-serif-4/files/*-600-normal.woff2',
  ],
  { query: '?url', import: 'default', eager: true },
);
const FILE_NAME = /(source-(?:sans-3|serif-4))-([a-z-]+)-(\d+)-normal/;

const FAMILIES: Readonly<Record<string, string>> = {
  'source-sans-3': 'Source Sans 3 Paper',
  'source-serif-4': 'Source Serif 4 Paper',
};

/** The letters of each group, without combining marks: a face with them would compose ō from an o and a mark even if another face has it. */
const RANGES: Readonly<Record<string, string>> = {
  'cyrillic-ext': 'U+0460-052F, U+1C80-1C8A, U+20B4, U+2DE0-2DFF, U+A640-A69F, U+FE2E-FE2F',
  cyrillic: 'U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
  'greek-ext': 'U+1F00-1FFF',
  greek: 'U+0370-0377, U+037A-037F, U+0384-038A, U+038C, U+038E-03A1, U+03A3-03FF',
  vietnamese: 'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+1EA0-1EF9, U+20AB',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C4, U+2113, U+2C60-2C7F, U+A720-A7FF',
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
};

function faceOf([file, url]: readonly [string, string]): string {
  const [, family = '', script = '', weight] = FILE_NAME.exec(file) ?? [];
  const [name, range] = [FAMILIES[family], RANGES[script]];
  if (name === undefined || range === undefined) throw new Error(`No letters are known for the font ${file}.`);
  return `@font-face{font-family:"${name}";font-weight:${weight};src:url("${url}") format("woff2");unicode-range:${range}}`;
}

/** The style rules of these fonts, which paper-fonts.css names. */
export const PAPER_FONT_FACES = Object.entries(FILES).map(faceOf).join('');

let styles: Promise<unknown> | undefined;

/** Loads the fonts of paper. Resolves when their styles are loaded, rejects when they can't be. */
export function fetchPaperFonts(): Promise<unknown> {
  // Those of every sheet; others are loaded if an answer needs them.
  for (const [file, url] of Object.entries(FILES)) {
    if (file.includes('-latin-') && !file.includes('-ext-'))
      preload(url, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  }
  if (!styles) {
    const faces = new CSSStyleSheet();
    faces.replaceSync(PAPER_FONT_FACES);
    document.adoptedStyleSheets.push(faces);
  }
  styles ??= import('./paper-fonts.css');
  return styles;
}
