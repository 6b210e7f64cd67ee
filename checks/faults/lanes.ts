import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { slowWordDocument, wordDocument } from '../../e2e/support/word-document.ts';
import { Applicant } from '../support/applicant.ts';
import { startProduct } from '../support/product.ts';

/**
 * npm run fault:lanes: how long an applicant's photo and another's Word file take on a quiet machine, and in the same run,
 * in turns: while one account replaces a slow Word file again and again, while three accounts upload large pictures or
 * slow Word files without pause, and right after a large picture was canceled amid its conversion. Exit code 1 when the
 * median of the photos is above its limit.
 */
const ROUNDS = 5;
const PHOTOS = 3;
const REPLACE_EVERY_MS = 800;
/** Fewer calls a minute than a session may make. */
const LOOK_EVERY_MS = 60;

const SCENES = [
  'photo, quiet',
  'photo beside one account',
  'photo beside three accounts',
  'photo after a canceled picture',
  'Word file, quiet',
  'Word file beside three accounts',
] as const;
type Scene = (typeof SCENES)[number];
/** The highest median that passes, in times of the quiet one. */
const MAX_RATIOS: Readonly<Partial<Record<Scene, number>>> = {
  'photo beside one account': 2,
  'photo beside three accounts': 3,
  'photo after a canceled picture': 2,
};

/** Milliseconds from the upload's beginning until the document is converted. */
async function timeOf(applicant: Applicant, name: string, content: Uint8Array): Promise<number> {
  const startedAt = performance.now();
  await applicant.upload(name, content);
  for (let status = ''; status !== 'COMPLETED'; status = await applicant.status()) {
    if (status === 'FAILED') throw new Error(`${name} could not be converted.`);
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - startedAt;
}

/** Does something while others repeat theirs; their last documents are deleted in the end. */
async function beside(
  others: readonly Applicant[],
  repeat: (applicant: Applicant) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  let hasEnded = false;
  const repeating = others.map(async (applicant) => {
    while (!hasEnded) await repeat(applicant);
    await applicant.deleteDocument();
  });
  const working = work().finally(() => {
    hasEnded = true;
  });
  await Promise.all([working, ...repeating]);
}

/** Uploads a picture, and deletes it when its conversion has begun. */
async function cancelConversion(applicant: Applicant, picture: Uint8Array): Promise<void> {
  await applicant.upload('large.png', picture);
  while ((await applicant.status()) === 'UNPROCESSED') await sleep(LOOK_EVERY_MS);
  await applicant.deleteDocument();
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#9ab' } });

/** Milliseconds by scene. */
async function measure(folder: string): Promise<Record<Scene, number[]>> {
  const product = await startProduct(folder);
  try {
    const register = (name: string) => Applicant.register(product.url, product.mailbox, `ada.${name}@mail.example`);
    const [other, writer, attacker] = [await register('photos'), await register('word'), await register('attacker')];
    const three = [attacker, await register('second'), await register('third')];
    const photo = await picture(4000, 3000).jpeg().toBuffer();
    const large = await picture(8000, 4900).png().toBuffer();
    const slow = slowWordDocument();
    const times: Record<Scene, number[]> = {
      'photo, quiet': [],
      'photo beside one account': [],
      'photo beside three accounts': [],
      'photo after a canceled picture': [],
      'Word file, quiet': [],
      'Word file beside three accounts': [],
    };
    const addPhotos = async (scene: Scene, before: () => Promise<unknown> = async () => {}) => {
      for (let count = 0; count < PHOTOS; count += 1) {
        await before();
        times[scene].push(await timeOf(other, 'photo.jpg', photo));
      }
    };
    const addWord = async (scene: Scene) => {
      times[scene].push(await timeOf(writer, 'record.docx', wordDocument('Record of Ada')));
    };
    const replaceSlow = async (applicant: Applicant) => {
      await applicant.upload('record.docx', slow);
      await sleep(REPLACE_EVERY_MS);
    };
    const replaceLarge = (applicant: Applicant) => timeOf(applicant, 'large.png', large);

    // Programs and fonts are read from the disk once, whoever comes first.
    await timeOf(other, 'photo.jpg', photo);
    await timeOf(writer, 'record.docx', wordDocument('Record of Ada'));
    for (let round = 0; round < ROUNDS; round += 1) {
      await addPhotos('photo, quiet');
      await addWord('Word file, quiet');
      await beside([attacker], replaceSlow, () => addPhotos('photo beside one account', () => sleep(REPLACE_EVERY_MS)));
      await beside(three, replaceLarge, () => addPhotos('photo beside three accounts'));
      await addPhotos('photo after a canceled picture', () => cancelConversion(attacker, large));
    }
    // Theirs go on to the end: nobody replaces them.
    for (const applicant of three) await applicant.upload('record.docx', slow);
    await addWord('Word file beside three accounts');
    return times;
  } finally {
    await product.stop();
  }
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
try {
  const times = await measure(folder);
  let isFair = true;
  for (const scene of SCENES) {
    const quiet = median(times[scene.startsWith('photo') ? 'photo, quiet' : 'Word file, quiet']);
    const ratio = median(times[scene]) / quiet;
    isFair &&= ratio <= (MAX_RATIOS[scene] ?? Number.POSITIVE_INFINITY);
    console.log(
      `${scene.padEnd(32)} median ${inSeconds(median(times[scene]))}, longest ${inSeconds(Math.max(...times[scene]))} of ${times[scene].length}: ${ratio.toFixed(1)} times the quiet one`,
    );
  }
  console.log(isFair ? 'PASSED: fair among many.' : 'FAILED');
  process.exitCode = isFair ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
