import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { splitPhotos } from '@firstyear/api-contract/photo-pages';
import { errorCode } from '@firstyear/processes/error-code';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { isAlive } from '@firstyear/processes/is-alive';
import {
  ConversionError,
  type Converted,
  ConverterMissing,
  type ConverterPart,
  type DocumentConverter,
} from './converter.ts';
import { converterPool } from './converter-pool.ts';
import type { ConverterResult } from './converter-process.ts';
import { type Deadline, overrunError } from './deadline.ts';
import { kindOf } from './file-kind.ts';
import { isUnusualHeif, keepPrimaryPhoto } from './heif-file.ts';
import { findIsolation, type IsolatedProgram, type IsolationLevel, runIsolated } from './isolation.ts';
import { isLockedOtherwise, repairPdf } from './pdf-repair.ts';
import { joinParts } from './process/messages.ts';
import type { WordContent } from './process/word/word-content.ts';
import { readThumbnails, THUMBNAIL_DEADLINE, THUMBNAIL_LIMITS, thumbnailArguments } from './thumbnails.ts';
import { WRITER_FONTS, WRITER_PROFILE, writerArguments } from './writer.ts';

interface ConverterSettings {
  readonly searchPath: string;
  readonly concurrency: number;
  /** For Word files; tests shorten it. */
  readonly wordDeadline?: Deadline;
  /** By default the best sandbox of this machine. */
  readonly isolation?: ReturnType<typeof findIsolation>;
}

/** No school record has more. */
const MAX_PAGES = 500;
const MAX_PDF_BYTES = 48 * 1024 * 1024;
/** Free disk space that a conversion needs. */
const MIN_ROOM_BYTES = 32 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const QPDF_LIMITS = { cpuSeconds: 20, addressBytes: 1024 * MEGABYTE, fileBytes: MAX_PDF_BYTES };
const WORD_LIMITS = { cpuSeconds: 60, addressBytes: 3072 * MEGABYTE, fileBytes: MAX_PDF_BYTES };
const HEIF_LIMITS = { cpuSeconds: 20, addressBytes: 2048 * MEGABYTE, fileBytes: MAX_PDF_BYTES };
/** The newer name first. */
const HEIF_PROGRAMS = ['heif-dec', 'heif-convert'];
/** Of the intermediate JPEG. */
const HEIF_QUALITY = '95';
/** qpdf --requires-password: 0 yes, 2 not encrypted, 3 encrypted but open to all. */
const NEEDS_PASSWORD = 0;
const REPAIRED = 3;
const TABLE_OFFSET = /startxref(?=\s+\d)/g;

const FOLDER = /^firstyear-convert-(\d+)-/;
const folderPrefix = () => `firstyear-convert-${process.pid}-`;

function convertedBy({ content, pages, hints, thumbnails }: ConverterResult): Converted {
  return { pdf: content, pages, hints, thumbnails };
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_ROOM_BYTES;
}

/** Removes folders of workers that were killed during a conversion: they contain people's files. */
export async function removeAbandonedFolders(parent = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(FOLDER.exec(name)?.[1] ?? 0);
    if (pid === 0 || isAlive(pid)) continue;
    await rm(path.join(parent, name), { recursive: true, force: true }).catch((error: unknown) => {
      // The worker ran as another user.
      if (!['EPERM', 'EACCES'].includes(errorCode(error) ?? '')) throw error;
    });
  }
}

/** Whether the programs of a part are on this PATH. */
export function hasConverterPart(part: ConverterPart, searchPath: string): boolean {
  return (
    findOnPath(['qpdf'], searchPath) !== undefined &&
    (part === 'pdf' || findOnPath(['soffice', 'libreoffice'], searchPath) !== undefined)
  );
}

/** Converts with the programs of this machine, each file in its own folder and, where possible, its own sandbox. */
export function localConverter(
  settings: ConverterSettings,
): DocumentConverter & { readonly isolation: IsolationLevel } {
  const { searchPath } = settings;
  const isolation = settings.isolation ?? findIsolation(searchPath);
  const pool = converterPool(isolation, settings.concurrency);
  const has = (part: ConverterPart) => hasConverterPart(part, searchPath);

  const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(path.join(tmpdir(), folderPrefix()));
    try {
      if (isolation.owner) await chown(folder, isolation.owner.uid, isolation.owner.gid);
      return await work(folder);
    } catch (error) {
      if (!(error instanceof ConversionError) || (await hasRoom(folder))) throw error;
      // On a full disk, programs fail as if the file were at fault.
      throw new Error('There is too little disk space for work folders.', { cause: error });
    } finally {
      // Children of a killed program end a moment later and may still write.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
  };

  const give = async (file: string, content: Uint8Array | string) => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    if (!isolation.owner) return;
    await chown(path.dirname(file), isolation.owner.uid, isolation.owner.gid);
    await chown(file, isolation.owner.uid, isolation.owner.gid);
  };

  const run = async (program: IsolatedProgram, signal: AbortSignal, deadline?: Deadline) => {
    const ended = await runIsolated(isolation, program, { signal, ...(deadline === undefined ? {} : { deadline }) });
    switch (ended.how) {
      case 'exited':
        return ended.code;
      case 'too-slow':
      case 'timed-out':
        throw overrunError(ended.how);
      case 'killed':
        throw new Error('A converter was killed.');
    }
  };

  /** A program's output, or undefined if it is missing, empty or too large. */
  const result = async (file: string): Promise<Uint8Array | undefined> => {
    const info = await stat(file).catch(() => undefined);
    return info?.isFile() && info.size > 0 && info.size <= MAX_PDF_BYTES ? readFile(file) : undefined;
  };

  const qpdf = (folder: string, args: readonly string[]): IsolatedProgram => {
    const program = findOnPath(['qpdf'], searchPath);
    if (program === undefined) throw new ConverterMissing('pdf');
    return { program, args, folder, limits: QPDF_LIMITS };
  };

  /**
   * Rewrites a PDF with qpdf: repairs it, removes encryption without a password, and recompresses its streams. Without the
   * offsets of its tables, qpdf looks for the objects itself, as other readers do when a table is wrong.
   */
  const rewrite = (content: Uint8Array, signal: AbortSignal, isWithoutTables = false): Promise<Uint8Array> =>
    inFolder(async (folder) => {
      const [input, output] = [path.join(folder, 'in.pdf'), path.join(folder, 'out.pdf')];
      await give(input, content);
      const encryption = await run(qpdf(folder, ['--requires-password', input]), signal);
      if (encryption === NEEDS_PASSWORD) throw new ConversionError('encrypted');
      const args = ['--decrypt', '--object-streams=generate', input, output];
      const code = await run(qpdf(folder, args), signal);
      const pdf = await result(output);
      if (pdf && (code === 0 || code === REPAIRED)) return pdf;
      if (!isWithoutTables) {
        const plain = Buffer.from(content).toString('latin1').replace(TABLE_OFFSET, 'startxxxx');
        return rewrite(Buffer.from(plain, 'latin1'), signal, true);
      }
      throw new ConversionError(isLockedOtherwise(content) ? 'encrypted' : 'damaged');
    });

  /** Thumbnails of the first pages; none without the program or when it fails, since the document is fine without them. */
  const drawThumbnails = async (pdf: Uint8Array, signal: AbortSignal): Promise<readonly Uint8Array[]> => {
    const program = findOnPath(['pdftoppm'], searchPath);
    if (program === undefined) return [];
    const drawing = inFolder(async (folder) => {
      const input = path.join(folder, 'in.pdf');
      await give(input, pdf);
      const args = thumbnailArguments(input, path.join(folder, 'page'));
      await runIsolated(
        isolation,
        { program, args, folder, limits: THUMBNAIL_LIMITS },
        { deadline: THUMBNAIL_DEADLINE, signal },
      );
      return readThumbnails(folder);
    });
    return drawing.catch(() => {
      signal.throwIfAborted();
      return [];
    });
  };

  const clean = async (content: Uint8Array, word: WordContent | undefined, signal: AbortSignal) => {
    const pdf = await rewrite(content, signal);
    const operation = { operation: 'clean-pdf', maxPages: MAX_PAGES, word } as const;
    const cleaned = convertedBy(await pool.run(operation, pdf, signal));
    return { ...cleaned, thumbnails: await drawThumbnails(cleaned.pdf, signal) };
  };

  const fromPdf = (content: Uint8Array, signal: AbortSignal) => {
    const whole = repairPdf(content);
    if (!whole) throw new ConversionError('damaged');
    return clean(whole, undefined, signal);
  };

  const fromPictures = async (pictures: readonly Uint8Array[], signal: AbortSignal) => {
    const { sizes, body } = joinParts(pictures);
    return convertedBy(await pool.run({ operation: 'pictures-to-pdf', sizes }, body, signal));
  };

  /** An upright JPEG of a HEIC or AVIF. Without a decoder, the error tells the applicant how to save a JPEG. */
  const decodeHeif = (content: Uint8Array, signal: AbortSignal) =>
    inFolder(async (folder) => {
      const program = findOnPath(HEIF_PROGRAMS, searchPath);
      if (program === undefined) throw new ConversionError('heic');
      const [input, output] = [path.join(folder, 'in.heic'), path.join(folder, 'out.jpg')];
      await give(input, keepPrimaryPhoto(content));
      const args = ['-q', HEIF_QUALITY, input, output];
      await run({ program, args, folder, limits: HEIF_LIMITS }, signal);
      const photo = await result(output);
      if (!photo) throw new ConversionError(isUnusualHeif(content) ? 'unreadable_picture' : 'damaged');
      return photo;
    });

  /** A photo as PNG or JPEG. */
  const toPicture = (photo: Uint8Array, signal: AbortSignal): Promise<Uint8Array> | Uint8Array => {
    const kind = kindOf(photo);
    if (kind === 'heif') return decodeHeif(photo, signal);
    if (kind === 'png' || kind === 'jpeg') return photo;
    throw new ConversionError('wrong_content');
  };

  const fromPages = async (content: Uint8Array, signal: AbortSignal) => {
    const photos = splitPhotos(content);
    if (!photos) throw new ConversionError('damaged');
    const pictures: Uint8Array[] = [];
    for (const photo of photos) {
      try {
        pictures.push(await toPicture(photo, signal));
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        throw new ConversionError(error.problem, { page: pictures.length + 1, cause: error });
      }
    }
    return fromPictures(pictures, signal);
  };

  const fromWord = async (content: Uint8Array, signal: AbortSignal) => {
    const prepared = await pool.run({ operation: 'prepare-word' }, content, signal);
    const program = findOnPath(['soffice', 'libreoffice'], searchPath);
    if (program === undefined) throw new ConverterMissing('word');
    if (!has('pdf')) throw new ConverterMissing('pdf');
    const pdf = await inFolder(async (folder) => {
      const input = path.join(folder, 'in.docx');
      await give(input, prepared.content);
      await mkdir(path.join(folder, 'profile'), { recursive: true });
      if (isolation.owner) await chown(path.join(folder, 'profile'), isolation.owner.uid, isolation.owner.gid);
      await give(path.join(folder, 'profile', 'user', 'registrymodifications.xcu'), WRITER_PROFILE);
      await give(path.join(folder, '.config', 'fontconfig', 'fonts.conf'), WRITER_FONTS);
      const args = writerArguments(folder, input);
      await run({ program, args, folder, limits: WORD_LIMITS, isBackground: true }, signal, settings.wordDeadline);
      // LibreOffice exits with 0 even when it has failed, so only the file counts.
      const made = await result(path.join(folder, 'out', 'in.pdf'));
      if (!made) throw new ConversionError('unconvertible');
      return made;
    });
    return clean(pdf, prepared.word, signal);
  };

  return {
    isolation: isolation.level,
    has,
    async convert(content, signal) {
      const kind = kindOf(content);
      switch (kind) {
        case 'png':
        case 'jpeg':
          return fromPictures([content], signal);
        case 'heif':
          return fromPictures([await decodeHeif(content, signal)], signal);
        case 'pages':
          return fromPages(content, signal);
        case 'pdf':
          return fromPdf(content, signal);
        case 'docx':
          return fromWord(content, signal);
      }
    },
    async close() {
      pool.close();
    },
  };
}
