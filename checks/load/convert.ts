import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { findIsolation, runIsolated } from '@firstyear/document-converter/isolation';
import { localConverter } from '@firstyear/document-converter/local-converter';
import {
  grayJpeg,
  heifPhotos,
  phonePhoto,
  pictures,
  textPdf,
  wordFile,
} from '@firstyear/document-converter/testing/corpus';
import { WRITER_PROFILE, writerArguments } from '@firstyear/document-converter/writer';
import { findOnPath } from '@firstyear/processes/find-on-path';
import sharp from 'sharp';
import * as z from 'zod';
import { readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { percentile, sumOf, timeTasks } from '../support/numbers.ts';
import { runGroup } from '../support/processes.ts';
import { usageOf } from '../support/usage.ts';

const CONCURRENCY = 2;
const ROUNDS = 4;
/** The largest width or height of a picture in a PDF. */
const MAX_PIXELS = 2_550;
const searchPath = process.env.PATH ?? '';

/** Runs a task `count` times, CONCURRENCY at a time; returns the milliseconds of each run, and of all together. */
async function timeAll(count: number, task: (number: number) => Promise<unknown>) {
  const startedAt = performance.now();
  const tasks = Array.from({ length: count }, (_, number) => () => task(number));
  const each = await timeTasks(tasks, CONCURRENCY);
  return { each, all: performance.now() - startedAt };
}

type Timed = Awaited<ReturnType<typeof timeAll>>;
const perMinute = ({ each, all }: Timed) => (each.length / all) * 60_000;
const together = (parts: readonly Timed[]): Timed => ({
  each: parts.flatMap((part) => part.each),
  all: sumOf(parts.map((part) => part.all)),
});
const printLine = (name: string, result: Timed, compared?: Timed) => {
  const at = (share: number) => percentile(result.each, share).toFixed(0);
  const ratio = compared === undefined ? '' : `   ${(result.all / compared.all).toFixed(2)} times the bare converter`;
  console.log(
    `${name.padEnd(34)} ${perMinute(result).toFixed(0).padStart(5)} a minute   p50 ${at(0.5)} ms   p95 ${at(0.95)} ms${ratio}`,
  );
};

const SAMPLE_EVERY_MS = 100;

/** The memory of all descendants of this process. */
function usedMegabytes(): number {
  const all = usageOf(new Map([['all', process.pid]])).get('all')?.memory ?? 0;
  return Math.max(0, all - process.memoryUsage.rss()) / 1_048_576;
}

const options = z.object({ files: wholeNumber(20, 1, 10_000) });

/**
 * `npm run bench:convert [-- --files NUMBER]`: how many files a minute become PDFs, with checks, sandbox and cleaning, beside
 * the machine's bare converter with the same files, in turns.
 */
await runCommand(async ({ folder, onEnd }, signal) => {
  const { files } = readOptions(options);
  const converter = localConverter({ searchPath, concurrency: CONCURRENCY });
  onEnd(() => converter.close());
  /** Takes turns with the bare program, so that a busy machine slows both alike. */
  const compare = async (
    name: string,
    content: Uint8Array,
    program: string,
    runBare: (number: number) => Promise<unknown>,
  ): Promise<void> => {
    const [ours, theirs]: [Timed[], Timed[]] = [[], []];
    const perRound = Math.ceil(files / ROUNDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await timeAll(perRound, (number) => runBare(round * perRound + number)));
      ours.push(await timeAll(perRound, () => converter.convert(content, signal)));
    }
    printLine(`${name}, bare ${program}`, together(theirs));
    printLine(name, together(ours), together(theirs));
  };
  console.log(`${cpus().length} cores, ${CONCURRENCY} files at the same time, walls: ${converter.isolation}\n`);
  let peakMegabytes = 0;
  const watching = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, usedMegabytes());
  }, SAMPLE_EVERY_MS);
  onEnd(() => clearInterval(watching));
  const photo = (await pictures())['large.jpg'] ?? (await phonePhoto(6));
  const pdf = await textPdf(...Array.from({ length: 5 }, (_, page) => `Page ${page + 1}`));
  const word = await wordFile();
  // The first conversions read fonts and programs from the disk.
  await converter.convert(await grayJpeg(), signal);
  await converter.convert(word, signal);

  const barePhoto = (content: Buffer) => () =>
    sharp(content)
      .autoOrient()
      .resize({ width: MAX_PIXELS, height: MAX_PIXELS, fit: 'inside', withoutEnlargement: true })
      .jpeg()
      .toBuffer();
  await compare('photos of 6000 x 4000', photo, 'sharp', barePhoto(photo));
  const small = await phonePhoto(6);
  await compare('pictures of 600 x 400', small, 'sharp', barePhoto(small));

  const { 'photo.heic': heic } = await heifPhotos();
  const heifProgram = findOnPath(['heif-dec', 'heif-convert'], searchPath);
  if (heic && heifProgram !== undefined) {
    await writeFile(path.join(folder, 'in.heic'), heic);
    await compare('photos in HEIC', heic, 'libheif', (number) =>
      runGroup(heifProgram, ['-q', '95', path.join(folder, 'in.heic'), path.join(folder, `${number}.jpg`)], {
        cwd: folder,
      }),
    );
  }

  const input = path.join(folder, 'in.pdf');
  await writeFile(input, pdf);
  await compare('PDFs of 5 pages', pdf, 'qpdf', (number) =>
    runGroup('qpdf', ['--object-streams=generate', input, path.join(folder, `${number}.pdf`)]),
  );

  const isolation = findIsolation(searchPath);
  const bareWord = async (number: number) => {
    const job = path.join(folder, `word-${number}`);
    await mkdir(path.join(job, 'profile', 'user'), { recursive: true });
    await writeFile(path.join(job, 'profile', 'user', 'registrymodifications.xcu'), WRITER_PROFILE);
    await writeFile(path.join(job, 'in.docx'), word);
    await runGroup('soffice', writerArguments(job, path.join(job, 'in.docx')), { cwd: job });
  };
  await compare('Word files', word, 'LibreOffice', bareWord);
  const wall = { cpuSeconds: 5, fileBytes: 0 };
  const empty = () => runIsolated(isolation, { program: '/bin/true', args: [], limits: wall }, { signal });
  printLine('an empty program behind the walls', await timeAll(files, empty));
  console.log(`\nPeak memory: ${peakMegabytes.toFixed(0)} MB (converters and their programs)`);
});
