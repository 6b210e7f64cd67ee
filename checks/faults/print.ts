import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readPdf } from '../../e2e/support/pdf.ts';
import { buildWebApp } from '../../tools/start/web-build.ts';
import { Applicant } from '../support/applicant.ts';
import { startProduct } from '../support/product.ts';

/**
 * npm run fault:print: kills the worker 20 times while it prints PDF copies, without warning. Meanwhile each applicant
 * asks for the copy as the page does. Each copy must come in the end, and whatever is served must be a whole PDF of the
 * answers as they are.
 */
const KILLS = 20;
const APPLICANTS = 4;
const ALL_COME_WITHIN_MS = 240_000;
/** Who prints now: a number of each worker's own. */
const OPEN_CLAIMS = "select distinct claimed_by::text as claim from pdf_copy where status = 'IN_PROGRESS'";
/** Whose sources the web app is built from: copies are printed from its pages. */
const ROOT = path.resolve(import.meta.dirname, '../..');

/** Asks for the copy of the newest answers again and again; every copy that comes is opened, then the answers change. */
class Reader {
  readonly #applicant: Applicant;
  #version = 0;
  copies = 0;
  broken = 0;
  waits = true;

  constructor(applicant: Applicant) {
    this.#applicant = applicant;
  }

  /** Stands in the copy of this version of the answers alone. */
  #name(): string {
    return this.#version === 0 ? '' : `Ada ${this.#version}.`;
  }

  async read(isOver: () => boolean): Promise<void> {
    while (!isOver() || this.waits) {
      const { status, url } = await this.#applicant.copy();
      this.waits = status !== 'COMPLETED';
      if (status !== 'COMPLETED') {
        await sleep(200);
        continue;
      }
      const content = await this.#applicant.download(url);
      const isWhole = await readPdf(content).then(
        (read) => read.all.includes(this.#name()) && Buffer.from(content).subarray(-32).includes('%%EOF'),
        () => false,
      );
      if (!isWhole) this.broken += 1;
      this.copies += 1;
      if (isOver()) return;
      this.#version += 1;
      await this.#applicant.save({ first_name: this.#name() });
      this.waits = true;
    }
  }
}

async function main(folder: string): Promise<boolean> {
  await buildWebApp(ROOT, 'larkmoor', new AbortController().signal);
  const product = await startProduct(folder);
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const readers: Reader[] = [];
    for (let number = 0; number < APPLICANTS; number += 1) {
      const address = `ada.testperson.${number}@mail.example`;
      readers.push(new Reader(await Applicant.register(product.url, product.mailbox, address)));
    }
    let isOver = false;
    const reading = Promise.all(readers.map((reader) => reader.read(() => isOver)));
    const claims = async () => (await database.query<{ claim: string }>(OPEN_CLAIMS)).rows.map(({ claim }) => claim);
    const seen = new Set<string>();
    for (let kills = 0; kills < KILLS; ) {
      // What the dead left behind does not count: a new worker must have begun to print.
      const claim = (await claims()).find((one) => !seen.has(one));
      if (claim === undefined) {
        await sleep(20);
        continue;
      }
      // Somewhere in its prints: at their beginning, amid them, between two of them.
      await sleep(randomInt(0, 3_000));
      if (!(await claims()).includes(claim)) continue;
      seen.add(claim);
      await product.replaceWorker();
      kills += 1;
      console.log(`kill ${kills}: ${readers.map((one) => one.copies).join(' ')} copies`);
    }
    isOver = true;
    const end = await Promise.race([
      reading.then(() => 'came' as const),
      sleep(ALL_COME_WITHIN_MS, 'late' as const, { ref: false }),
    ]);
    const sum = (count: (one: Reader) => number) => readers.reduce((total, one) => total + count(one), 0);
    const late = end === 'late' ? sum((one) => (one.waits ? 1 : 0)) : 0;
    console.log(
      `${KILLS} kills, each amid a print; ${sum((one) => one.copies)} copies served, ` +
        `${sum((one) => one.broken)} broken, ${late} did not come.`,
    );
    return late === 0 && sum((one) => one.broken) === 0;
  } finally {
    await database.end();
    await product.stop();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
try {
  const good = await main(folder);
  console.log(good ? 'PASSED: every copy came, and whole.' : 'FAILED');
  process.exitCode = good ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
