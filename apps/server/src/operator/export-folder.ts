import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errorCode } from '@firstyear/processes/error-code';
import * as z from 'zod';
import { APPLICATION_STATUSES } from '../modules/application/row/listing.ts';
import { FILE_PROBLEMS } from '../process/failure.ts';
import { requireNewPlace } from './new-file.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { EXPORT_FORMATS } from './read-options.ts';

/** The options of an export. A resumed run must have the same. */
const settingsSchema = z.object({
  format: z.enum(EXPORT_FORMATS),
  since: z.iso.datetime().nullable(),
  statuses: z.array(z.enum(APPLICATION_STATUSES)),
  with_sealed: z.boolean(),
  form_version: z.string(),
});
type ExportSettings = z.infer<typeof settingsSchema>;

const progressSchema = z.object({
  settings: settingsSchema,
  /** Later changes belong to the next export. */
  until: z.iso.datetime(),
  /** The last finished application. */
  cursor: z.uuid(),
  done: z.int(),
  /** The size of the finished part of the file. */
  bytes: z.int(),
  /** Applications that could not be exported, with the reason. */
  left_out: z.array(z.object({ application_id: z.uuid(), reason: z.enum(['changed', 'document missing']) })),
});
/** The progress of an export. */
export type ExportProgress = z.infer<typeof progressSchema>;

const PROGRESS_FILE = 'progress.json';
/** The file of a run that was killed while it saved its progress. */
const draftOf = (file: string) => `${file}.tmp`;
const SUMMARY_FILE = 'export.json';
const FOR_OWNER = { mode: 0o600 } as const;

async function sync(place: string, flags: string): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the names in a folder are on the disk, such as that of a file just renamed. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and writes names by itself.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

/** Waits until all files and folders in a folder are on the disk, and the folder itself. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    // Windows syncs only files that are open for writing.
    await (entry.isDirectory() ? syncTree(place) : sync(place, 'r+'));
  }
  await syncFolder(folder);
}

/** Turns a failure to write into a folder into a sentence. */
async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = FILE_PROBLEMS[errorCode(error) ?? ''];
    if (why === undefined) throw error;
    throw new OperatorError(
      `${folder} cannot be written to (${why}). Run the same command again afterwards: it goes on where it stopped.`,
    );
  }
}

/** Replaces a file atomically, for its owner alone, and waits until it is on the disk. */
async function replaceFile(file: string, content: string): Promise<void> {
  const draft = draftOf(file);
  const handle = await open(draft, 'w', FOR_OWNER.mode);
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(path.dirname(file));
}

const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return (await readdir(folder)).filter((name) => name !== draftOf(PROGRESS_FILE));
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return undefined;
    throw new UsageError(
      `${folder} cannot be used: ${code === 'ENOTDIR' ? 'it is no folder' : (FILE_PROBLEMS[code] ?? code)}.`,
    );
  }
}

/** Whether the folder of an export exists, and whether its export can be resumed. Throws UsageError when it can't be used. */
export async function findExport(
  folder: string,
): Promise<{ readonly isThere: boolean; readonly isContinued: boolean }> {
  const names = await namesIn(folder);
  if (names === undefined) {
    await requireNewPlace(folder, 'folder');
    return { isThere: false, isContinued: false };
  }
  if (names.length === 0) return { isThere: true, isContinued: false };
  if (names.includes(PROGRESS_FILE)) return { isThere: true, isContinued: true };
  throw new UsageError(
    names.includes(SUMMARY_FILE)
      ? `${folder} holds an export that is complete. Give a new folder.`
      : `${folder} is not empty. Give a new folder, or one with an unfinished export to go on with it.`,
  );
}

function parseProgress(text: string): ExportProgress | undefined {
  try {
    return progressSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function readProgress(folder: string, settings: ExportSettings): Promise<ExportProgress> {
  const file = path.join(folder, PROGRESS_FILE);
  const found = parseProgress(await readFile(file, 'utf8'));
  if (!found) throw new UsageError(`${file} cannot be read as how far an export is. Export into a new folder.`);
  if (isDeepStrictEqual(found.settings, settings)) return found;
  throw new UsageError(
    found.settings.form_version !== settings.form_version
      ? `${folder} holds an unfinished export of another version of the form. Export into a new folder.`
      : `${folder} holds an unfinished export with other options. Give the same ones to go on with it, or a new folder.`,
  );
}

/** Creates the folder of an export, or opens an unfinished one. Throws UsageError for any other folder. */
export async function openExportFolder(folder: string, fresh: ExportProgress) {
  return writing(folder, async () => {
    const { isThere, isContinued } = await findExport(folder);
    const keep = (progress: ExportProgress) =>
      writing(folder, () => replaceFile(path.join(folder, PROGRESS_FILE), toJson(progress)));
    if (!isThere) await mkdir(folder, { mode: 0o700 });
    const progress = isContinued ? await readProgress(folder, fresh.settings) : fresh;
    if (!isContinued) await keep(fresh);
    return {
      path: folder,
      progress,
      isContinued,
      /** Saves the progress. */
      keep,
      /** Writes further files and the summary: the export is complete. */
      finish: (last: ExportProgress, files: Readonly<Record<string, string>>) =>
        writing(folder, async () => {
          for (const [name, content] of Object.entries(files)) await replaceFile(path.join(folder, name), content);
          const { settings, until, done, left_out } = last;
          await replaceFile(path.join(folder, SUMMARY_FILE), toJson({ ...settings, until, done, left_out }));
          await rm(path.join(folder, PROGRESS_FILE));
        }),
    };
  });
}

export type ExportFolder = Awaited<ReturnType<typeof openExportFolder>>;

/** Writes all of the content, since a nearly full disk accepts a part of it and fails only on the next write. */
async function writeAt(file: FileHandle, content: Buffer, position: number): Promise<void> {
  for (let done = 0; done < content.length; ) {
    const { bytesWritten } = await file.write(content, done, content.length - done, position + done);
    done += bytesWritten;
  }
}

/** Opens a file that grows by whole pieces, and cuts off whatever a run wrote after its last saved progress. */
export async function openGrowingFile(folder: string, name: string, bytes: number) {
  const whole = path.join(folder, name);
  const part = `${whole}.part`;
  return writing(folder, async () => {
    // The last run was killed after its rename.
    if (bytes > 0) await rename(whole, part).catch(() => undefined);
    else await writeFile(part, '', FOR_OWNER);
    const handle = await open(part, 'r+');
    try {
      // Truncating a shorter file would fill it with zeros.
      if ((await handle.stat()).size < bytes)
        throw new UsageError(`${part} is shorter than it was. Export into a new folder.`);
      await handle.truncate(bytes);
    } catch (error) {
      await handle.close();
      throw error;
    }
    let size = bytes;
    return {
      /** Returns the new size once the piece is on the disk. */
      append: (text: string) =>
        writing(folder, async () => {
          const content = Buffer.from(text);
          await writeAt(handle, content, size);
          await handle.datasync();
          size += content.length;
          return size;
        }),
      /** Renames the file to its final name. */
      complete: () => writing(folder, () => rename(part, whole)),
      close: () => handle.close(),
    };
  });
}
export type GrowingFile = Awaited<ReturnType<typeof openGrowingFile>>;

/** Writes the files of one packet into a folder of its own, atomically, even in a power cut. */
export async function writePacketFolder(
  folder: string,
  name: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  await writing(folder, async () => {
    const draft = path.join(folder, `${name}.part`);
    const whole = path.join(folder, name);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await write(draft);
    await syncTree(draft);
    // Left by a run that was killed before it saved its progress.
    await rm(whole, { recursive: true, force: true });
    await rename(draft, whole);
    await syncFolder(folder);
  });
}
