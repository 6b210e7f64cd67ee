import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { wordDocument } from '../../e2e/support/word-document.ts';
import { Applicant, isOpenConversion } from '../support/applicant.ts';
import { startProduct } from '../support/product.ts';

/**
 * npm run fault:convert: kills the worker 20 times in mid-conversion, without warning. In the end every document must be
 * COMPLETED with its PDF and its answer, or FAILED without; no work folder may be left. Exit code 1 otherwise.
 */
const KILLS = 20;
const APPLICANTS = 8;
/** Half a minute for each document on a slow machine. */
const ALL_END_WITHIN_MS = 240_000;

/** Who works on a document now: a number of each worker's own. */
const OPEN_CLAIMS = "select distinct claimed_by::text as claim from document where status = 'IN_PROGRESS'";

/** The claim of a worker that has begun a conversion and was not killed yet: what the dead left behind does not count. */
async function newClaim(database: pg.Client, seen: ReadonlySet<string>): Promise<string | undefined> {
  const { rows } = await database.query<{ claim: string }>(OPEN_CLAIMS);
  return rows.map((row) => row.claim).find((claim) => !seen.has(claim));
}

const statusesOf = (applicants: readonly Applicant[]) => Promise.all(applicants.map((one) => one.status()));
const workFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('firstyear-convert-'));

async function main(folder: string): Promise<boolean> {
  const before = new Set(await workFolders());
  const product = await startProduct(folder);
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const applicants = await Promise.all(
      Array.from({ length: APPLICANTS }, (_, number) =>
        Applicant.register(product.url, product.mailbox, `ada.testperson.${number}@mail.example`),
      ),
    );
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#9ab' } })
      .jpeg()
      .toBuffer();
    const upload = (one: Applicant, number: number) =>
      number % 3 === 2 ? one.upload('photo.jpg', photo) : one.upload('record.docx', wordDocument(`Record ${number}`));
    await Promise.all(applicants.map(upload));
    let uploads = APPLICANTS;
    const seen = new Set<string>();
    for (let kills = 0; kills < KILLS; ) {
      const claim = await newClaim(database, seen);
      if (claim !== undefined) {
        // Somewhere in its conversions: at their beginning, amid them, between two of them.
        await sleep(randomInt(0, 1_500));
        const { rows } = await database.query(OPEN_CLAIMS);
        if (!rows.some((row) => row.claim === claim)) continue;
        seen.add(claim);
        const statuses = await statusesOf(applicants);
        await product.replaceWorker();
        kills += 1;
        console.log(`kill ${kills}: ${statuses.join(' ')}`);
        continue;
      }
      // Whoever is done brings the next one, so that there is always something to kill.
      for (const [number, status] of (await statusesOf(applicants)).entries()) {
        const one = applicants[number];
        if (isOpenConversion(status) || !one) continue;
        await upload(one, number);
        uploads += 1;
      }
      await sleep(50);
    }
    const limit = performance.now() + ALL_END_WITHIN_MS;
    let statuses = await statusesOf(applicants);
    while (statuses.some(isOpenConversion) && performance.now() < limit) {
      await sleep(500);
      statuses = await statusesOf(applicants);
    }
    let good = true;
    for (const [number, status] of statuses.entries()) {
      const [answer, beginning] = [await applicants[number]?.documentAnswer(), await applicants[number]?.beginning()];
      const fits =
        status === 'COMPLETED' ? answer === 'ANSWERED' && beginning === '%PDF-' : status === 'FAILED' && answer === '';
      if (!fits) console.log(`document ${number}: ${status}, answer "${answer}", file begins "${beginning}"`);
      good &&= fits;
    }
    const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
    console.log(
      `${KILLS} kills, ${uploads} uploads. At the end: ${count('COMPLETED')} COMPLETED, ${count('FAILED')} FAILED, ${statuses.filter(isOpenConversion).length} open.`,
    );
    await database.end();
    await product.stop();
    const left = (await workFolders()).filter((name) => !before.has(name));
    if (left.length > 0) console.log(`Left behind: ${left.join(', ')}`);
    return good && left.length === 0;
  } catch (error) {
    await database.end();
    await product.stop();
    throw error;
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
try {
  const good = await main(folder);
  console.log(good ? 'PASSED: every document ended as it should.' : 'FAILED');
  process.exitCode = good ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
