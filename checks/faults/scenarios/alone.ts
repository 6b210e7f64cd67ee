import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPdf } from '../../../e2e/support/pdf.ts';
import { wordDocument } from '../../../e2e/support/sample-files.ts';
import { CannotRun, type Run } from '../../support/command.ts';
import { inSeconds, median, sumOf } from '../../support/numbers.ts';
import { Person } from '../../support/person.ts';
import { waitFor } from '../../support/processes.ts';
import { buildWeb, startProduct, startWhole } from '../../support/product.ts';
import { Load, succeeds } from '../support/load.ts';
import { describeFailures, type Scenario, watchClaims } from '../support/scenario.ts';

const KILLS = 100;

export const save: Scenario = {
  number: 1,
  name: 'save',
  title: 'The web server is killed in the middle of saves',
  run: async (run) => {
    const product = await startProduct(run);
    const load = await Load.start(run, product, { submitters: 0, hasVisitor: false, pauseMs: 0 });
    const recoveries: number[] = [];
    let lost = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await sleep(randomInt(50, 500));
      const startedAt = performance.now();
      await product.web.replace();
      recoveries.push((performance.now() - startedAt) / 1000);
      lost += await load.countLost();
      if (kill % 10 === 0) console.log(`${kill} kills, ${load.saves} saves`);
    }
    await load.stop();
    lost += await load.countLost();
    return {
      runs: KILLS,
      acknowledged: load.saves,
      lost,
      worstRecovery: Math.max(...recoveries),
      seen: `Recovery is the time until it serves again; the median is ${inSeconds(median(recoveries))}.`,
      problems: [load.saves <= KILLS && 'Hardly anything was saved.'],
    };
  },
};

const FULL_ROUNDS = 2;
const FULL_MS = 20_000;

/** Makes a folder with a small memory disk mounted on it until the run ends. */
async function mountSmallDisk(run: Run, folder: string): Promise<void> {
  await mkdir(folder);
  const options = ['-t', 'tmpfs', '-o', 'size=400m,mode=1777', 'tmpfs', folder];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0)
    throw new CannotRun('This machine gives no small disk to fill (mount -t tmpfs was tried).');
  run.onEnd(() => void spawnSync('umount', ['--lazy', folder]));
}

/** Fills a disk to its last byte; returns a function that frees it again. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const ballast = path.join(folder, 'ballast');
  const file = await open(ballast, 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    const piece = Buffer.alloc(size);
    while ((await file.write(piece).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
  }
  await file.close();
  return () => rm(ballast);
}

export const disk: Scenario = {
  number: 8,
  name: 'disk',
  title: 'The disk is full under `npm start`',
  run: async (run) => {
    const dataDir = path.join(run.folder, 'data');
    await mountSmallDisk(run, dataDir);
    const work = path.join(dataDir, 'work');
    await mkdir(work);
    // The converter's sandbox runs as another user.
    await chmod(work, 0o1777);
    const product = await startWhole(run, { dataDir, env: { INSTALL_TOOLS: 'never', TMPDIR: work } });
    const load = await Load.start(run, product, { applicants: 3, submitters: 4 });
    const uploader = await Person.register(product, 'ada.uploader@mail.example');
    const upload = () => uploader.upload('record.docx', wordDocument('Record of Ada'));
    let [lost, accepted] = [0, 0];
    for (let round = 0; round < FULL_ROUNDS; round += 1) {
      await sleep(2_000);
      await upload();
      const makeRoom = await fill(dataDir);
      if (await succeeds(upload())) accepted += 1;
      await sleep(FULL_MS);
      const isRunning = product.child.exitCode === null;
      await makeRoom();
      if (!isRunning) throw new Error('npm start has ended.');
      load.mark();
      await load.recover();
      lost += await load.countLost();
      const isThere = () => uploader.hasDocument().catch(() => false);
      await waitFor('The document', async () => (await isThere()) || undefined);
    }
    await load.stop();
    lost += await load.countLost();
    const { acknowledged, worstRecovery } = load;
    const problems = [accepted > 0 && 'An upload to the full disk was accepted.'];
    return { runs: FULL_ROUNDS, acknowledged, lost, worstRecovery, seen: describeFailures(load), problems };
  },
};

const PRINT_KILLS = 20;
const READERS = 4;
const ALL_PRINTED_WITHIN_MS = 240_000;

/** An applicant who requests the PDF copy again and again, reads each copy, and then changes an answer. */
class CopyReader {
  readonly #person: Person;
  #version = 0;
  copies = 0;
  broken = 0;
  isWaiting = true;

  constructor(person: Person) {
    this.#person = person;
  }

  async read(isOver: () => boolean): Promise<void> {
    while (!isOver() || this.isWaiting) {
      const url = await this.#person.copy();
      this.isWaiting = url === undefined;
      if (url === undefined) {
        await sleep(200);
        continue;
      }
      const name = this.#version === 0 ? '' : `Ada ${this.#version}.`;
      const content = await this.#person.download(url);
      const isWhole = await readPdf(content).then(
        ({ all }) => all.includes(name) && content.subarray(-32).includes('%%EOF'),
        () => false,
      );
      if (!isWhole) this.broken += 1;
      this.copies += 1;
      if (isOver()) return;
      this.#version += 1;
      await this.#person.save({ first_name: `Ada ${this.#version}.` });
      this.isWaiting = true;
    }
  }
}

export const print: Scenario = {
  number: 11,
  name: 'print',
  title: 'The printer dies while it prints',
  run: async (run) => {
    await buildWeb();
    const product = await startProduct(run);
    const claims = await watchClaims(run, product.databaseUrl, 'pdf_copy');
    const readers = (await Person.registerAll(product, READERS)).map((person) => new CopyReader(person));
    let isOver = false;
    const reading = Promise.all(readers.map((reader) => reader.read(() => isOver)));
    for (let kills = 0; kills < PRINT_KILLS; ) {
      if (!(await claims.isNewWorkerBusy(3_000))) {
        await sleep(20);
        continue;
      }
      await product.worker.replace();
      kills += 1;
      console.log(`kill ${kills}: ${readers.map(({ copies }) => copies).join(' ')} copies`);
    }
    isOver = true;
    await Promise.race([reading, sleep(ALL_PRINTED_WITHIN_MS, undefined, { ref: false })]);
    const copies = sumOf(readers.map((reader) => reader.copies));
    const broken = sumOf(readers.map((reader) => reader.broken));
    const late = readers.filter(({ isWaiting }) => isWaiting).length;
    return {
      runs: PRINT_KILLS,
      seen: `${copies} copies served, ${broken} of them broken.`,
      problems: [late > 0 && `${late} copies did not come.`, broken > 0 && `${broken} were broken.`],
    };
  },
};
