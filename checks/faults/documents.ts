import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { HEALTH_PATH } from '@firstyear/api-contract';
import pg from 'pg';
import sharp from 'sharp';
import { wordDocument } from '../../e2e/support/word-document.ts';
import { Applicant, DOCUMENT_KEY, isOpenConversion } from '../support/applicant.ts';
import { startProduct } from '../support/product.ts';
import { fill, givenFolder, hasOwnDisk, runOnSmallDisks } from './support/full-disk.ts';

/**
 * npm run fault:documents: takes from conversions what they stand on. The disk of the files is full, the disk of the work
 * folders is full, and the database falls six times in mid-conversion. Nothing may be blamed on a good file: when there is
 * room again, every document must end COMPLETED with its PDF and its answer. Exit code 1 otherwise.
 *
 * Small disks of memory stand for full ones; they need the right to mount, in a world of the run's own (unshare). Without
 * it only the database falls.
 */
const APPLICANTS = 6;
const DISK = '96m';
/** Room for the uploaded file, but not for what is made of it. */
const A_LITTLE = 200 * 1024;
const FALLS = 6;
const END_WITHIN_MS = 240_000;

/** A connection to the database, as soon as it takes one. */
async function connect(connectionString: string): Promise<pg.Client> {
  for (let tries = 0; tries < 150; tries += 1) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    if (
      await client.connect().then(
        () => true,
        () => false,
      )
    )
      return client;
    await sleep(200);
  }
  throw new Error('The database does not come back.');
}

const picture = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#9ab' } })
  .jpeg()
  .toBuffer();
const pdf = await PDFDocument.create();
pdf.addPage().drawText('Record of Ada Testperson');
const record = Buffer.from(await pdf.save());

function upload(one: Applicant, number: number): Promise<void> {
  if (number % 3 === 0) return one.upload('photo.jpg', picture);
  return number % 3 === 1 ? one.upload('record.pdf', record) : one.upload('record.docx', wordDocument('Record'));
}

async function main(folder: string): Promise<boolean> {
  const [data, work] = [path.join(folder, 'data'), path.join(folder, 'work')];
  const product = await startProduct(folder, { TMPDIR: work });
  try {
    const applicants = await Promise.all(
      Array.from({ length: APPLICANTS }, (_, number) =>
        Applicant.register(product.url, product.mailbox, `ada.testperson.${number}@mail.example`),
      ),
    );
    const uploadAll = () => Promise.all(applicants.map(upload));
    const allWell = async (after: string): Promise<boolean> => {
      const began = performance.now();
      const limit = began + END_WITHIN_MS;
      const statuses = async () => Promise.all(applicants.map((one) => one.status().catch(() => 'UNPROCESSED')));
      let now = await statuses();
      while (now.some(isOpenConversion) && performance.now() < limit) {
        await sleep(500);
        now = await statuses();
      }
      const ends = await Promise.all(
        applicants.map(
          async (one) => (await one.answers())[DOCUMENT_KEY] === 'ANSWERED' && (await one.beginning()) === '%PDF-',
        ),
      );
      const good = now.every((status) => status === 'COMPLETED') && ends.every(Boolean);
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`${good ? 'well' : 'NOT WELL'} ${seconds} s after ${after}: ${now.join(' ')}`);
      return good;
    };
    /** Until every document was tried in vain, or is done. */
    const triedInVain = async () => {
      const client = await connect(product.databaseUrl);
      const open =
        "select count(*)::int as open from document where status in ('UNPROCESSED', 'IN_PROGRESS') and attempts < 1";
      for (let tries = 0; tries < 200; tries += 1) {
        const { rows } = await client.query<{ open: number }>(open);
        if (rows[0]?.open === 0) break;
        await sleep(100);
      }
      await sleep(2_000);
      await client.end();
    };

    let good = true;
    const disks = [
      ['the disk of the files was full', data],
      ['the disk of the work folders was full', work],
      ['the disk of the work folders was nearly full', work, A_LITTLE],
    ] as const;
    for (const [after, disk, left] of disks) {
      if (!(await hasOwnDisk(disk))) {
        console.log('SKIPPED: this machine gives no small disk to fill.');
        continue;
      }
      let giveBack: (() => Promise<void>) | undefined;
      if (disk === data) {
        await uploadAll();
        giveBack = await fill(disk);
        const refused = await applicants[0]?.upload('photo.jpg', picture).then(
          () => false,
          () => true,
        );
        console.log(refused ? 'well: an upload to the full disk is refused' : 'NOT WELL: an upload to the full disk');
        good &&= refused === true;
      } else {
        giveBack = await fill(disk, left);
        await uploadAll();
      }
      await triedInVain();
      const health = await fetch(`${product.url}${HEALTH_PATH}`);
      good &&= health.ok;
      console.log((await Promise.all(applicants.map((one) => one.status()))).join(' '));
      await giveBack();
      good = (await allWell(after)) && good;
    }

    for (let fall = 0; fall < FALLS; fall += 1) {
      if (fall % 3 === 0) await uploadAll();
      const client = await connect(product.databaseUrl);
      for (let tries = 0; tries < 100; tries += 1) {
        const { rowCount } = await client.query("select from document where status = 'IN_PROGRESS'");
        if (rowCount !== 0) break;
        await sleep(50);
      }
      // One process of the database that dies makes it end all connections and recover.
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL');
      await sleep(3_000);
      if (fall % 3 === 2) good = (await allWell(`${fall + 1} falls of the database`)) && good;
    }
    return good;
  } finally {
    await product.stop();
  }
}

const given = givenFolder();
if (given === undefined) {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
  const disks = ['data', 'work'];
  for (const name of disks) await mkdir(path.join(folder, name));
  try {
    process.exitCode = runOnSmallDisks(import.meta.filename, folder, disks, DISK);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} else {
  const good = await main(given);
  console.log(good ? 'PASSED: no document was lost, and no good file was blamed.' : 'FAILED');
  process.exit(good ? 0 : 1);
}
