import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import pg from 'pg';
import { CONNECTIONS } from '../../../apps/server/src/db/connections.ts';
import { readPdf } from '../../../e2e/support/pdf.ts';
import { buildWebApp } from '../../../tools/start/web-build.ts';
import { inSeconds, median, sumOf } from '../../support/numbers.ts';
import { Person } from '../../support/person.ts';
import { ROOT, waitFor } from '../../support/processes.ts';
import { startProduct, startWhole } from '../../support/product.ts';
import { Load } from '../support/load.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { describeFailures, type Scenario } from '../support/scenario.ts';
import { fill, insistOnOwnDisk } from '../support/small-disks.ts';
import { KEYS_OF_TABS, Tab } from '../support/tab.ts';
import { newClaims } from './claims.ts';

const KILLS = 100;
const APPLICANTS = 6;

export const save: Scenario = {
  number: 1,
  name: 'save',
  title: 'The web server is killed in the middle of saves',
  how: '`npm run fault:save`, one machine: SIGKILL at random moments.',
  async run(folder) {
    const product = await startProduct(folder);
    const returns: number[] = [];
    let [lost, isOver] = [0, false];
    try {
      const people = await Person.registerAll(product, APPLICANTS);
      const tabs = people.flatMap((person) => KEYS_OF_TABS.map((keys) => new Tab({ person, keys })));
      const check = async (when: string) => {
        for (const person of people) {
          const own = tabs.filter((tab) => tab.person === person).map((tab) => [tab, tab.acknowledged] as const);
          const answers = await person.answers();
          const missing = own.flatMap(([tab, acknowledged]) => tab.lostIn(answers, acknowledged));
          if (missing.length > 0) console.log(`${when}: lost ${missing.join(', ')}`);
          lost += missing.length;
        }
      };
      const countSaves = () => sumOf(tabs.map(({ saves }) => saves));
      const writing = tabs.map((tab) => tab.write(() => isOver));
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await sleep(randomInt(50, 500));
        const startedAt = performance.now();
        await product.replaceServer();
        returns.push((performance.now() - startedAt) / 1000);
        await check(`kill ${kill}`);
        if (kill % 10 === 0) console.log(`${kill} kills, ${countSaves()} saves`);
      }
      isOver = true;
      await Promise.all(writing);
      await check('the end');
      return {
        runs: KILLS,
        acknowledged: countSaves(),
        lost,
        worstRecovery: Math.max(...returns),
        seen: `Recovery is the time until it serves again; the median is ${inSeconds(median(returns))}.`,
        problems: [countSaves() <= KILLS && 'Hardly anything was saved.'],
      };
    } finally {
      isOver = true;
      await product.stop();
    }
  },
};

const FULL_ROUNDS = 2;
const FULL_MS = 20_000;

export const disk: Scenario = {
  number: 8,
  name: 'disk',
  title: 'The disk is full under `npm start`',
  how: '`node checks/faults/main.ts disk`, one machine: the disk with database, files, mails and logs is full for 20 s. Everything continues by itself. Documents: `npm run fault:documents`.',
  disks: { names: ['data'], size: '400m' },
  async run(folder) {
    const data = path.join(folder, 'data');
    await insistOnOwnDisk(data);
    const product = await startWhole(data, { env: { INSTALL_TOOLS: 'never' } });
    try {
      const load = await Load.start({ ...product, applicants: 3, submitters: 4 });
      let lost = 0;
      try {
        for (let round = 0; round < FULL_ROUNDS; round += 1) {
          await sleep(2_000);
          const makeRoom = await fill(data);
          await sleep(FULL_MS);
          const isThere = product.child.exitCode === null;
          await makeRoom();
          if (!isThere) throw new Error('npm start has ended.');
          load.mark();
          await load.recover();
          lost += await load.countLost();
        }
      } finally {
        await load.stop();
      }
      lost += await load.countLost();
      const { acknowledged, worstRecovery } = load;
      return { runs: FULL_ROUNDS, acknowledged, lost, worstRecovery, seen: describeFailures(load.failures) };
    } finally {
      await product.stop();
    }
  },
};

const PRINT_KILLS = 20;
const READERS = 4;
const ALL_COME_WITHIN_MS = 240_000;

/** Asks for the copy of the newest answers again and again; every copy that comes is opened, then the answers change. */
class Reader {
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
      const { status, url } = await this.#person.copy();
      this.isWaiting = status !== 'COMPLETED';
      if (status !== 'COMPLETED') {
        await sleep(200);
        continue;
      }
      const name = this.#version === 0 ? '' : `Ada ${this.#version}.`;
      const content = await this.#person.download(url);
      const isWhole = await readPdf(content).then(
        ({ all }) => all.includes(name) && Buffer.from(content).subarray(-32).includes('%%EOF'),
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
  async run(folder) {
    await buildWebApp(ROOT, DEFAULT_PARTNER, new AbortController().signal);
    const product = await startProduct(folder);
    const claims = await newClaims(product.databaseUrl, 'pdf_copy');
    try {
      const readers = (await Person.registerAll(product, READERS)).map((person) => new Reader(person));
      let isOver = false;
      const reading = Promise.all(readers.map((reader) => reader.read(() => isOver)));
      for (let kills = 0; kills < PRINT_KILLS; ) {
        if (!(await claims.amidNew(3_000))) {
          await sleep(20);
          continue;
        }
        await product.replaceWorker();
        kills += 1;
        console.log(`kill ${kills}: ${readers.map(({ copies }) => copies).join(' ')} copies`);
      }
      isOver = true;
      await Promise.race([reading, sleep(ALL_COME_WITHIN_MS, undefined, { ref: false })]);
      const [copies, broken] = [
        sumOf(readers.map((reader) => reader.copies)),
        sumOf(readers.map((reader) => reader.broken)),
      ];
      const late = readers.filter(({ isWaiting }) => isWaiting).length;
      return {
        runs: PRINT_KILLS,
        seen: `${copies} copies served, ${broken} of them broken.`,
        problems: [late > 0 && `${late} copies did not come.`, broken > 0 && `${broken} were broken.`],
      };
    } finally {
      await claims.end();
      await product.stop();
    }
  },
};

const POOLED = 8;
const SAVES = 40;
const POOL_SIZE = 5;
const { web, worker } = CONNECTIONS;
/** Past the pooler, of one web server and one worker. */
const MAX_DIRECT = web.lookups + web.probe + worker.queue + worker.listening + worker.claim;

/** Saves all at once, with look-ups beside them; returns how many acknowledged answers are not there. */
async function saveAtOnce(people: readonly Person[], url: string): Promise<number> {
  const saveInTurn = async (person: Person) => {
    for (let save = 1; save <= SAVES; save += 1) {
      const lookup = fetch(`${url}${lookupFind.path}?category=high_school&text=lincoln%20${save}`);
      await Promise.all([person.save({ first_name: `Ada ${save}.` }), lookup]);
    }
  };
  await Promise.all(people.map(saveInTurn));
  const answers = await Promise.all(people.map((person) => person.answers()));
  return answers.filter(({ first_name }) => first_name !== `Ada ${SAVES}.`).length;
}

async function readCopy(person: Person): Promise<string> {
  const look = async () => {
    const { status, url } = await person.copy();
    return status === 'COMPLETED' ? url : undefined;
  };
  const copy = await waitFor('The PDF copy', look, { withinMs: ALL_COME_WITHIN_MS });
  return (await readPdf(await person.download(copy))).all;
}

/** Connections that are open now, without the asking connection. */
const OPEN_CONNECTIONS =
  "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

export const pooler: Scenario = {
  name: 'pooler',
  title: 'The product with its calls through PgBouncer in transaction mode',
  how: 'Applicants sign up, save all at once while schools are looked up, read back what was acknowledged, and get a PDF copy. No more connections to the database are open than docs/operating.md says.',
  async run(folder) {
    await buildWebApp(ROOT, DEFAULT_PARTNER, new AbortController().signal);
    let pooled: Pooler | undefined;
    const product = await startProduct(folder, {
      envOf: async (databaseUrl) => {
        pooled = await startPooler(folder, databaseUrl, POOL_SIZE);
        return { DATABASE_URL: pooled.url, DATABASE_DIRECT_URL: databaseUrl };
      },
    });
    const client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    try {
      // What docs/operating.md says to do before.
      const role = pg.escapeIdentifier(new URL(product.databaseUrl).username);
      for (const limit of ["statement_timeout = '10s'", "idle_in_transaction_session_timeout = '15s'"])
        await client.query(`alter role ${role} set ${limit}`);
      const people = await Person.registerAll(product, POOLED, 'pooled');
      const most = { pooled: 0, direct: 0 };
      let isOver = false;
      const count = async () => {
        while (!isOver) {
          const now = (await pooled?.countServers()) ?? 0;
          const { rows } = await client.query<{ count: number }>(OPEN_CONNECTIONS);
          most.pooled = Math.max(most.pooled, now);
          most.direct = Math.max(most.direct, (rows[0]?.count ?? 0) - now);
          await sleep(100);
        }
      };
      const counting = count();
      const work = async () => {
        const lost = await saveAtOnce(people, product.url);
        const [first] = people;
        return { lost, hasCopy: first !== undefined && (await readCopy(first)).includes(`Ada ${SAVES}.`) };
      };
      const { lost, hasCopy } = await work().finally(() => {
        isOver = true;
        return counting;
      });
      return {
        runs: 1,
        acknowledged: POOLED * SAVES,
        lost,
        seen: `Connections: of the pooler at most ${most.pooled} (allowed ${POOL_SIZE}), past it ${most.direct} (${MAX_DIRECT}).`,
        problems: [
          !hasCopy && 'The PDF copy is not of the last answers.',
          most.pooled > POOL_SIZE && 'The pooler has too many connections.',
          most.direct > MAX_DIRECT && 'Too many connections go past the pooler.',
        ],
      };
    } finally {
      await client.end();
      await product.stop();
      await pooled?.stop();
    }
  },
};
