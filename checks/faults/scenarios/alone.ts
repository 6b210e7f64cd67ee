import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPdf } from '../../../e2e/support/pdf.ts';
import { CannotRun } from '../../support/command.ts';
import { inSeconds, median, sumOf } from '../../support/numbers.ts';
import { Person } from '../../support/person.ts';
import { buildWeb, startProduct, startWhole } from '../../support/product.ts';
import { Load } from '../support/load.ts';
import { describeFailures, type Scenario, watchClaims } from '../support/scenario.ts';
import { fill, mountSmallDisk } from '../support/small-disks.ts';

const KILLS = 100;

export const save: Scenario = {
  number: 1,
  name: 'save',
  title: 'The web server is killed in the middle of saves',
  how: '`npm run fault:save`, one machine: SIGKILL at random moments.',
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

export const disk: Scenario = {
  number: 8,
  name: 'disk',
  title: 'The disk is full under `npm start`',
  how: '`node checks/faults/main.ts disk`, one machine: the disk with database, files, mails and logs is full for 20 s. Everything continues by itself. Documents: `npm run fault:documents`.',
  run: async (run) => {
    const dataDir = path.join(run.folder, 'data');
    if (!(await mountSmallDisk(run, dataDir, '400m')))
      throw new CannotRun('This machine gives no small disk to fill (mount -t tmpfs was tried).');
    const product = await startWhole(run, { dataDir, env: { INSTALL_TOOLS: 'never' } });
    const load = await Load.start(run, product, { applicants: 3, submitters: 4 });
    let lost = 0;
    for (let round = 0; round < FULL_ROUNDS; round += 1) {
      await sleep(2_000);
      const makeRoom = await fill(dataDir);
      await sleep(FULL_MS);
      const isRunning = product.child.exitCode === null;
      await makeRoom();
      if (!isRunning) throw new Error('npm start has ended.');
      load.mark();
      await load.recover();
      lost += await load.countLost();
    }
    await load.stop();
    lost += await load.countLost();
    const { acknowledged, worstRecovery } = load;
    return { runs: FULL_ROUNDS, acknowledged, lost, worstRecovery, seen: describeFailures(load) };
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
  how: '`npm run fault:print`, one machine: the worker is killed while it prints. Each copy arrives whole.',
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
