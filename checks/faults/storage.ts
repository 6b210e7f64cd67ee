import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Applicant, DOCUMENT_KEY, isOpenConversion } from '../support/applicant.ts';
import { startProduct } from '../support/product.ts';
import { startCuttableLine } from './support/cuttable-line.ts';

/**
 * Documents while the S3 store is away. checks/s3/main.ts --faults starts this with a store, whose address it gives in S3_….
 * An upload to the store that is away fails; what was uploaded before waits or is FAILED, and after the store's return every
 * document is COMPLETED, at the latest when it is uploaded again. Exit code 1 otherwise.
 */
const CUTS = 3;
const APPLICANTS = 4;
const AWAY_MS = 8_000;
const END_WITHIN_MS = 120_000;

async function main(folder: string): Promise<boolean> {
  const store = new URL(process.env.S3_ENDPOINT ?? '');
  const line = await startCuttableLine(Number(store.port));
  const names = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const given = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const product = await startProduct(folder, { ...given, S3_ENDPOINT: `http://127.0.0.1:${line.port}` });
  let isGood = true;
  let uploads = 0;
  let worst = 0;
  try {
    const photo = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#9ab' } })
      .jpeg()
      .toBuffer();
    const applicants: Applicant[] = [];
    for (let number = 0; number < APPLICANTS; number += 1) {
      const address = `ada.stored.${number}@mail.example`;
      applicants.push(await Applicant.register(product.url, product.mailbox, address));
    }
    const upload = async (one: Applicant) => {
      await one.upload('photo.jpg', photo);
      uploads += 1;
    };
    for (let cut = 0; cut < CUTS; cut += 1) {
      const [late, ...early] = applicants;
      if (late === undefined) throw new Error('Nobody is there.');
      await Promise.all(early.map(upload));
      await line.cut();
      const isRefused = await late.upload('photo.jpg', photo).then(
        () => false,
        () => true,
      );
      const isAnswered = (await late.answers())[DOCUMENT_KEY] === 'ANSWERED' && cut === 0;
      if (!isRefused || isAnswered) console.log('NOT WELL: an upload to a store that is away');
      isGood &&= isRefused && !isAnswered;
      await late.save({ first_name: `Ada ${cut}.` });
      await sleep(AWAY_MS);
      await line.mend();
      const begunAt = performance.now();
      await upload(late);
      for (const one of applicants) {
        let status = await one.status();
        while (performance.now() - begunAt < END_WITHIN_MS && status !== 'COMPLETED') {
          if (!isOpenConversion(status)) await upload(one);
          await sleep(200);
          status = await one.status();
        }
        const isWell =
          status === 'COMPLETED' && (await one.documentAnswer()) === 'ANSWERED' && (await one.beginning()) === '%PDF-';
        if (!isWell) console.log(`NOT WELL: a document is ${status}`);
        isGood &&= isWell;
      }
      worst = Math.max(worst, (performance.now() - begunAt) / 1000);
      console.log(
        `cut ${cut + 1}: all converted ${((performance.now() - begunAt) / 1000).toFixed(1)} s after the return`,
      );
    }
    console.log(
      `${CUTS} cuts, ${uploads} documents, the last one converted ${worst.toFixed(1)} s after the return of the store.`,
    );
    return isGood;
  } finally {
    await product.stop();
    await line.cut();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
try {
  const good = await main(folder);
  console.log(good ? 'PASSED: every document was converted in the end.' : 'FAILED');
  process.exitCode = good ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
