import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { slowWordDocument, wordDocument } from '../e2e/support/word-document.ts';
import { Applicant } from './support/applicant.ts';
import { startProduct } from './support/product.ts';

/**
 * npm run fault:lanes: one applicant replaces a document six times in five seconds with a small Word file that takes long,
 * again and again. Meanwhile another uploads photos: they must come within twice the time that they take when nobody else
 * is there, in the same run. A third one's Word file must come too. Exit code 1 otherwise.
 */
const ROUNDS = 5;
const REPLACEMENTS = 6;
const REPLACE_EVERY_MS = 5_000 / REPLACEMENTS;
const MAX_RATIO = 2;
/** Fewer calls a minute than a session may make. */
const LOOK_EVERY_MS = 60;

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

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

async function main(folder: string): Promise<boolean> {
  const product = await startProduct(folder);
  try {
    const people: Applicant[] = [];
    for (const name of ['attacker', 'photos', 'word']) {
      people.push(await Applicant.register(product.url, product.mailbox, `ada.${name}@mail.example`));
    }
    const [attacker, other, third] = people;
    if (!attacker || !other || !third) throw new Error('Somebody is missing.');
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#9ab' } })
      .jpeg()
      .toBuffer();
    const slow = slowWordDocument();
    const record = wordDocument('Record of Ada');

    // Programs and fonts are read from the disk once, whoever comes first.
    await timeOf(other, 'photo.jpg', photo);
    await timeOf(third, 'record.docx', record);
    const quiet: number[] = [];
    for (let round = 0; round < 3 * ROUNDS; round += 1) quiet.push(await timeOf(other, 'photo.jpg', photo));
    const quietWord = [await timeOf(third, 'record.docx', record), await timeOf(third, 'record.docx', record)];

    const attacked: number[] = [];
    const attackedWord: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let isOver = false;
      const attack = (async () => {
        for (let number = 0; number < REPLACEMENTS; number += 1) {
          await attacker.upload('record.docx', slow);
          await sleep(REPLACE_EVERY_MS);
        }
        isOver = true;
      })();
      const photos = (async () => {
        while (!isOver) {
          attacked.push(await timeOf(other, 'photo.jpg', photo));
          await sleep(REPLACE_EVERY_MS);
        }
      })();
      attackedWord.push(await timeOf(third, 'record.docx', record));
      await Promise.all([attack, photos]);
    }
    const ratio = median(attacked) / median(quiet);
    console.log(
      [
        `The attacker's file: ${slow.length} bytes, replaced ${ROUNDS * REPLACEMENTS} times.`,
        `Another one's photo, quiet:    median ${inSeconds(median(quiet))}, longest ${inSeconds(Math.max(...quiet))} of ${quiet.length}`,
        `Another one's photo, attacked: median ${inSeconds(median(attacked))}, longest ${inSeconds(Math.max(...attacked))} of ${attacked.length}: ${ratio.toFixed(2)} times the quiet one`,
        `A third one's Word file: ${inSeconds(median(quietWord))} quiet, ${inSeconds(median(attackedWord))} attacked`,
      ].join('\n'),
    );
    return ratio <= MAX_RATIO;
  } finally {
    await product.stop();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
try {
  const good = await main(folder);
  console.log(good ? `PASSED: within ${MAX_RATIO} times.` : 'FAILED');
  process.exitCode = good ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
