import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ConverterMissing, ConverterTimedOut } from './converter.ts';
import { convertingTests } from './converting.testing.ts';
import {
  activePdf,
  BLUE,
  grayJpeg,
  heifPhotos,
  ORIENTATIONS,
  phonePhoto,
  pictures,
  pixelFlood,
  RED,
  textPdf,
  throughQpdf,
  throughWriter,
  transparentPng,
  wordBomb,
  wordBombWithFalseSize,
  wordEntries,
  wordFile,
  wordFileWithRemotePicture,
} from './corpus.testing.ts';
import type { Deadline } from './deadline.ts';
import { findIsolation } from './isolation.ts';
import { localConverter } from './local-converter.ts';
import { readPdf } from './pdf-reading.testing.ts';
import { zipOf } from './zip.testing.ts';

const searchPath = process.env.PATH ?? '';
const { converter, convert, convertFully, problemOf } = convertingTests({ concurrency: 2 });

/** The one picture of a PDF: its size, and the colors near its left and right edge. */
async function pictureIn(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf);
  const images = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image') ? [object] : [],
    );
  expect(images.length).toBeGreaterThan(0);
  const { data, info } = await sharp(images[0]?.getContents()).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return { r: data[start] ?? -1, g: data[start + 1] ?? -1, b: data[start + 2] ?? -1 };
  };
  const middle = Math.floor(info.height / 2);
  const edge = Math.floor(info.width / 10);
  return {
    width: info.width,
    height: info.height,
    left: at(edge, middle),
    right: at(info.width - 1 - edge, middle),
    top: at(edge, Math.floor(info.height / 20)),
    pages: document.getPageCount(),
  };
}
const isNear = (color: typeof RED, other: typeof RED, tolerance = 40) =>
  (['r', 'g', 'b'] as const).every((part) => Math.abs(color[part] - other[part]) < tolerance);

describe('pictures', () => {
  test('[PROD-08] a photo is upright in the PDF, whichever orientation the phone stored', async () => {
    for (const orientation of ORIENTATIONS) {
      const picture = await pictureIn(await convert(await phonePhoto(orientation)));
      expect(picture.width, `orientation ${orientation}`).toBe(600);
      expect(picture.height, `orientation ${orientation}`).toBe(400);
      expect(isNear(picture.left, RED), `orientation ${orientation} left ${JSON.stringify(picture.left)}`).toBe(true);
      expect(isNear(picture.right, BLUE), `orientation ${orientation} right`).toBe(true);
      expect(isNear(picture.top, { r: 255, g: 255, b: 255 }), `orientation ${orientation} top`).toBe(true);
    }
  });

  test('every kind of picture becomes one page with its colors', async () => {
    for (const [name, content] of Object.entries(await pictures())) {
      const picture = await pictureIn(await convert(content));
      expect(picture.pages, name).toBe(1);
      expect(Math.max(picture.width, picture.height), name).toBeLessThanOrEqual(2550);
      if (picture.width < 10) continue;
      // CMYK and wide colors come back a little different.
      const tolerance = name.startsWith('cmyk') || name.startsWith('wide') ? 100 : 40;
      expect(isNear(picture.left, RED, tolerance), `${name} left ${JSON.stringify(picture.left)}`).toBe(true);
      expect(isNear(picture.right, BLUE, tolerance), `${name} right ${JSON.stringify(picture.right)}`).toBe(true);
    }
  });

  test('the result has the number of pages, and hints about photos', async () => {
    const black = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#111' } })
      .jpeg()
      .toBuffer();
    expect(await convertFully(black)).toMatchObject({ pages: 1, hints: [{ page: 1, hint: 'dark' }] });
    expect(await convertFully(await textPdf('One', 'Two', 'Three'))).toMatchObject({ pages: 3, hints: [] });
  });

  test('a long screenshot or panorama is cut into pages that can be read', async () => {
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#8a4' } })
        .png()
        .toBuffer();
    const { pdf, pages, thumbnails } = await convertFully(await plain(1_080, 20_000));
    expect(pages).toBe(15);
    expect(thumbnails).toHaveLength(8);
    expect(await pictureIn(pdf)).toMatchObject({ width: 1_080, height: 1_429, pages });
    expect(await pictureIn(await convert(await plain(8_000, 1_000)))).toMatchObject({ width: 1_323, height: 1_000 });
    for (const whole of [await plain(1_080, 2_400), await plain(3_000, 600), await plain(2_600, 30)]) {
      expect((await pictureIn(await convert(whole))).pages).toBe(1);
    }
    expect(await problemOf(await plain(40, 60_000))).toBe('too_much_inside');
  });

  test('a JPEG without its last two bytes is whole', async () => {
    const photo = await phonePhoto(1);
    expect((await pictureIn(await convert(photo.subarray(0, -2)))).pages).toBe(1);
    expect(await problemOf(photo.subarray(0, -20))).toBe('damaged');
  });

  test('transparent areas become white, and gray stays gray', async () => {
    expect((await pictureIn(await convert(await transparentPng()))).left).toEqual({ r: 255, g: 255, b: 255 });
    const gray = await pictureIn(await convert(await grayJpeg()));
    expect(isNear(gray.left, { r: 119, g: 119, b: 119 }, 6)).toBe(true);
  });

  test('too many pixels, a truncated and a broken picture have different problems, and the next picture works', async () => {
    expect(await problemOf(await pixelFlood())).toBe('too_much_inside');
    const photo = await phonePhoto(1);
    expect(await problemOf(photo.subarray(0, photo.length / 2))).toBe('damaged');
    expect(await problemOf(Buffer.concat([photo.subarray(0, 20), Buffer.alloc(500, 7)]))).toBe('damaged');
    expect((await pictureIn(await convert(photo))).pages).toBe(1);
  });
});

describe('content', () => {
  test('[VAL-68] a file of an unsupported kind is refused', async () => {
    for (const content of [
      Buffer.from('Dear office'),
      Buffer.from('MZ\x90\x00'),
      Buffer.alloc(0),
      zipOf([{ name: 'a.txt', content: 'x' }]),
      zipOf([{ name: 'word/document.xml', content: '<w:p/>' }]),
    ]) {
      expect(await problemOf(content), content.toString('latin1', 0, 8)).toBe('wrong_content');
    }
  });

  test('photos in HEIC and AVIF are converted, and broken ones are damaged', async () => {
    for (const [name, content] of Object.entries(await heifPhotos())) {
      const picture = await pictureIn(await convert(content));
      expect([picture.width, picture.height], name).toEqual([600, 400]);
      expect(isNear(picture.left, RED), `${name} left ${JSON.stringify(picture.left)}`).toBe(true);
      expect(isNear(picture.right, BLUE), `${name} right`).toBe(true);
      expect(await problemOf(content.subarray(0, content.length / 2)), name).toBe('damaged');
    }
  });

  test('older Word files are recognized', async () => {
    expect(await problemOf(await throughWriter('<p>Ada</p>', 'doc'))).toBe('old_word');
  });
});

describe('PDF files', () => {
  test('PDFs of several producers keep their pages and their text', async () => {
    const plain = await textPdf('First page of Ada', 'Second page of Ada');
    const made: Readonly<Record<string, Uint8Array>> = {
      'pdf-lib': plain,
      linearized: await throughQpdf(plain, ['--linearize']),
      'without object streams': await throughQpdf(plain, ['--object-streams=disable', '--qdf']),
      'open to read, closed to change': await throughQpdf(plain, [
        '--encrypt',
        '',
        'owner',
        '256',
        '--modify=none',
        '--',
      ]),
      LibreOffice: await throughWriter(
        '<p>First page of Ada</p><p style="page-break-before:always">Second page of Ada</p>',
        'pdf',
      ),
    };
    for (const [name, content] of Object.entries(made)) {
      const { sheets } = await readPdf(await convert(content));
      expect(sheets, name).toHaveLength(2);
      expect(sheets[0], name).toContain('First page of Ada');
      expect(sheets[1], name).toContain('Second page of Ada');
    }
  });

  test('scripts, links, forms and attachments are removed, and form values stay readable', async () => {
    const pdf = await convert(await activePdf());
    const reading = await readPdf(pdf);
    expect(reading.sheets[0]).toContain('Record of Ada Testperson');
    expect(reading.sheets[0]).toContain('Grade point average 3.9');
    expect(reading.scripts).toBe(false);
    const plain = await throughQpdf(pdf, ['--qdf', '--object-streams=disable']);
    for (const word of [
      'JavaScript',
      '/JS',
      '/AA',
      '/Annots',
      '/OpenAction',
      '/AcroForm',
      '/EmbeddedFile',
      'tracker.example',
      'attached words',
    ]) {
      expect(plain.includes(word), word).toBe(false);
    }
  });

  test('[DOC-05] locked, cut off, broken and endless PDFs have different problems', async () => {
    const plain = await textPdf('Ada');
    expect(await problemOf(await throughQpdf(plain, ['--encrypt', 'secret', 'owner', '256', '--']))).toBe('encrypted');
    expect(await problemOf(plain.subarray(0, plain.length - 200))).toBe('damaged');
    expect(await problemOf(Buffer.from('%PDF-1.7\nnothing at all\n%%EOF'))).toBe('damaged');
    expect(await problemOf(await textPdf(...Array.from({ length: 501 }, () => 'x')))).toBe('too_much_inside');
  });
});

describe('Word files', () => {
  test('[PROD-08] text in every script, tables, notes and pictures are in the PDF', async () => {
    const pdf = await convert(await wordFile());
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    const text = (await readPdf(pdf)).sheets.join('\n');
    for (const words of [
      'Transcript of Ada Testperson',
      'Biology',
      'Grade A',
      'Words at the foot',
      'Ωμέγα Привет',
      'Inserted words',
      'さくら',
    ]) {
      expect(text, words).toContain(words);
    }
    expect(text).toMatch(/[\u0600-\u06ff]{3}/);
    expect((await pictureIn(pdf)).pages).toBe(1);
  });

  test('a Word file written by LibreOffice is converted too', async () => {
    const file = await throughWriter('<h1>Ada</h1><table border="1"><tr><td>Biology<td>A</table>', 'docx');
    expect((await readPdf(await convert(file))).sheets.join()).toContain('Biology');
  });

  test('macros, bombs, locked and broken files are refused before LibreOffice opens them', async () => {
    const macros = 'application/vnd.ms-word.document.macroEnabled.main+xml';
    expect(await problemOf(await wordFile({ mainType: macros }))).toBe('macros');
    expect(await problemOf(await wordFile({ more: [{ name: 'word/vbaProject.bin', content: 'x' }] }))).toBe('macros');
    expect(await problemOf(await wordBomb())).toBe('too_much_inside');
    expect(await problemOf(await wordBombWithFalseSize())).toBe('damaged');
    const many = Array.from({ length: 1100 }, (_, index) => ({ name: `word/x${index}.xml`, content: '' }));
    expect(await problemOf(await wordFile({ more: many }))).toBe('too_much_inside');
    for (const name of ['../../escape.xml', '/etc/cron.d/x', 'word\\x.xml', 'word/document.xml']) {
      expect(await problemOf(await wordFile({ more: [{ name, content: 'x' }] })), name).toBe('damaged');
    }
    const locked = (await wordEntries()).map((entry) => ({ ...entry, encrypted: true }));
    expect(await problemOf(zipOf(locked))).toBe('encrypted');
    const whole = await wordFile();
    expect(await problemOf(whole.subarray(0, whole.length - 60))).toBe('damaged');
    expect(await problemOf(await wordFile({ body: '<w:p><w:broken' }))).toBe('unconvertible');
  });

  test('a crafted file can access neither the network nor files of the machine', async () => {
    const requests: string[] = [];
    const server = http.createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      await convert(await wordFileWithRemotePicture(`http://127.0.0.1:${port}/picture.png`));
      const local = await convert(await wordFileWithRemotePicture('file:///etc/hostname'));
      expect((await readPdf(local)).sheets.join()).toContain('Transcript');
      expect(requests).toEqual([]);
    } finally {
      server.close();
    }
  });

  test('[DOC-05] a timeout blames the file for too much processor time, or the machine for being busy', async () => {
    const reasonWithin = async (wordDeadline: Deadline) => {
      const hasty = localConverter({ searchPath, concurrency: 1, wordDeadline });
      const converted = hasty.convert(await wordFile(), new AbortController().signal);
      return converted.catch((error: unknown) => error).finally(() => hasty.close());
    };
    expect(await reasonWithin({ cpuSeconds: 0.01, wallMs: 60_000 })).toMatchObject({ problem: 'too_slow' });
    expect(await reasonWithin({ cpuSeconds: 60, wallMs: 50 })).toBeInstanceOf(ConverterTimedOut);
    expect((await readPdf(await convert(await textPdf('Ada')))).sheets).toHaveLength(1);
  });

  test('a canceled conversion ends at once', async () => {
    const stop = new AbortController();
    const running = converter.convert(await wordFile(), stop.signal);
    stop.abort(new Error('canceled'));
    await expect(running).rejects.toThrow('canceled');
  });
});

test('no conversion leaves a file behind', async () => {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(`firstyear-convert-${process.pid}-`));
  expect(left).toEqual([]);
});

test('without bubblewrap, every kind of file is still converted', async () => {
  const unwalled = localConverter({ searchPath, concurrency: 1, isolation: findIsolation('') });
  const signal = new AbortController().signal;
  try {
    expect(unwalled.isolation).toBe('limits');
    expect((await pictureIn((await unwalled.convert(await phonePhoto(6), signal)).pdf)).pages).toBe(1);
    expect((await readPdf((await unwalled.convert(await textPdf('Ada'), signal)).pdf)).sheets).toHaveLength(1);
    const word = await readPdf((await unwalled.convert(await wordFile(), signal)).pdf);
    expect(word.sheets.join()).toContain('Transcript of Ada Testperson');
  } finally {
    await unwalled.close();
  }
});

test('a file whose programs are missing throws ConverterMissing, and pictures need none', async () => {
  const bare = localConverter({ searchPath: '', concurrency: 1 });
  const signal = new AbortController().signal;
  try {
    expect(bare.has('pdf')).toBe(false);
    expect(bare.has('word')).toBe(false);
    await expect(bare.convert(await textPdf('Ada'), signal)).rejects.toThrow(ConverterMissing);
    await expect(bare.convert(await wordFile(), signal)).rejects.toThrow(ConverterMissing);
    expect((await pictureIn((await bare.convert(await phonePhoto(6), signal)).pdf)).pages).toBe(1);
  } finally {
    await bare.close();
  }
});
