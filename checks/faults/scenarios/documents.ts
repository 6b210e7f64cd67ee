import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { myItems } from '@firstyear/api-contract/items';
import sharp from 'sharp';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { slowWordDocument, wordDocument } from '../../../e2e/support/sample-files.ts';
import { startS3Server } from '../../s3/server.ts';
import { type Run, withRun } from '../../support/command.ts';
import { inSeconds, median } from '../../support/numbers.ts';
import { DOCUMENT_KEY, isOpenConversion, Person } from '../../support/person.ts';
import { retry } from '../../support/processes.ts';
import { connect, startProduct } from '../../support/product.ts';
import { startProxy } from '../../support/proxy.ts';
import { succeeds } from '../support/load.ts';
import { type Scenario, watchClaims } from '../support/scenario.ts';
import { fill, mountSmallDisk } from '../support/small-disks.ts';
import { asSender, sendPaper } from './papers.ts';

const END_WITHIN_MS = 240_000;

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#9ab' } });

const statusesOf = (people: readonly Person[]) =>
  Promise.all(people.map((person) => person.status().catch(() => 'UNPROCESSED')));

/** Waits until all conversions have ended, for at most four minutes; returns the statuses. */
async function settle(people: readonly Person[]): Promise<readonly string[]> {
  let statuses = await statusesOf(people);
  for (const until = performance.now() + END_WITHIN_MS; performance.now() < until; await sleep(500)) {
    statuses = await statusesOf(people);
    if (!statuses.some(isOpenConversion)) break;
  }
  return statuses;
}

const KILLS = 20;

export const convert: Scenario = {
  number: 10,
  name: 'convert',
  title: 'The converter is killed, hangs or eats memory',
  how: '`npm run fault:convert`, one machine: the worker is killed in mid-conversion, and every document ends COMPLETED or FAILED. Files that hang or eat memory: unit tests of `packages/document-converter`, `npm run fault:lanes`.',
  run: async ({ folder }) => {
    const work = path.join(folder, 'work');
    await mkdir(work);
    // The converter's sandbox runs as another user.
    await chmod(work, 0o1777);
    const { seen, problems } = await withRun((run) => killConversions(run, work));
    const left = (await readdir(work)).filter((name) => name.startsWith('firstyear-convert-'));
    return { runs: KILLS, seen, problems: [...problems, left.length > 0 && `Left behind: ${left.join(', ')}.`] };
  },
};

/** Kills the worker in mid-conversion. `work` is the folder in which the converter makes its folders. */
async function killConversions(run: Run, work: string) {
  const product = await startProduct(run, { env: { TMPDIR: work } });
  const claims = await watchClaims(run, product.databaseUrl, 'document');
  let uploads = 0;
  const people = await Person.registerAll(product, 8);
  const photo = await picture(4000, 3000).jpeg().toBuffer();
  const upload = async (person: Person, number: number) => {
    uploads += 1;
    await (number % 3 === 2
      ? person.upload('photo.jpg', photo)
      : person.upload('record.docx', wordDocument(`Record ${number}`)));
  };
  await Promise.all(people.map(upload));
  for (let kills = 0; kills < KILLS; ) {
    const statuses = await statusesOf(people);
    if (await claims.isNewWorkerBusy(1_500)) {
      await product.worker.replace();
      kills += 1;
      console.log(`kill ${kills}: ${statuses.join(' ')}`);
      continue;
    }
    // An applicant whose document is done uploads the next one, so that there is always a worker to kill.
    for (const [number, person] of people.entries())
      if (!isOpenConversion(statuses[number] ?? '')) await upload(person, number);
    await sleep(50);
  }
  const statuses = await settle(people);
  const problems: string[] = [];
  for (const [number, person] of people.entries()) {
    const status = statuses[number];
    const hasFailed = status === 'FAILED' && ((await person.answers())[DOCUMENT_KEY] ?? '') === '';
    if (hasFailed || (status === 'COMPLETED' && (await person.hasDocument()))) continue;
    problems.push(`Document ${number} is ${status}, and its answer says otherwise.`);
  }
  const count = (name: string) => statuses.filter((status) => status === name).length;
  const counts = `${count('COMPLETED')} COMPLETED, ${count('FAILED')} FAILED`;
  return { seen: `${uploads} uploads; at the end ${counts}, none in between.`, problems };
}

/** Bytes left on a nearly full disk: enough for the uploaded file, but not for its PDF. */
const NEARLY_FULL = 200 * 1024;
const FALLS = 6;

export const documents: Scenario = {
  name: 'documents',
  title: 'Disks are full and the database falls during conversions',
  how: 'The disk of the files is full, the disk of the work folders is full, and the database falls six times in mid-conversion. No good file may be blamed: when there is room again, every document must end COMPLETED. Small disks of memory stand for full ones; where they may not be mounted only the database falls.',
  run: async (run) => {
    const [data, work] = [path.join(run.folder, 'data'), path.join(run.folder, 'work')];
    const mounted = [await mountSmallDisk(run, data, '96m'), await mountSmallDisk(run, work, '96m')];
    const pdf = await PDFDocument.create();
    pdf.addPage().drawText('Record of Ada Testperson');
    const files = [
      ['photo.jpg', await picture(2000, 1500).jpeg().toBuffer()],
      ['record.pdf', Buffer.from(await pdf.save())],
      ['record.docx', wordDocument('Record')],
    ] as const;
    const product = await startProduct(run, { env: { TMPDIR: work } });
    const problems: string[] = [];
    let runs = 0;
    const people = await Person.registerAll(product, 6);
    const upload = (person: Person, number: number) => {
      const [name, content] = files[number % 3] ?? files[0];
      return person.upload(name, content);
    };
    const uploadAll = () => Promise.all(people.map(upload));
    const checkAfter = async (fault: string) => {
      runs += 1;
      const startedAt = performance.now();
      const statuses = await settle(people);
      const have = await Promise.all(people.map((person) => person.hasDocument().catch(() => false)));
      const isGood = statuses.every((status) => status === 'COMPLETED') && have.every(Boolean);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${isGood ? 'ok' : 'FAILED'} ${seconds} s after ${fault}: ${statuses.join(' ')}`);
      if (!isGood) problems.push(`After ${fault}: ${statuses.join(' ')}.`);
    };
    const openDatabase = () => retry('The database', () => connect(run, product.databaseUrl));
    /** Polls until a query returns rows, or none. Stops silently at its time limit. */
    const untilRows = async (query: string, hasRows: boolean, withinMs: number) => {
      const client = await openDatabase();
      for (const until = performance.now() + withinMs; performance.now() < until; await sleep(50))
        if (((await client.query(query)).rowCount !== 0) === hasRows) return;
    };
    for (const [fault, disk, left] of [
      ['the disk of the files was full', data],
      ['the disk of the work folders was full', work],
      ['the disk of the work folders was nearly full', work, NEARLY_FULL],
    ] as const) {
      if (!mounted.every(Boolean)) {
        console.log('SKIPPED: this machine gives no small disk to fill.');
        continue;
      }
      if (disk === data) await uploadAll();
      const makeRoom = await fill(disk, left);
      if (disk === work) await uploadAll();
      else if (people[0] && (await succeeds(upload(people[0], 0))))
        problems.push('An upload to the full disk was accepted.');
      // Until every document is done, or has failed at least once.
      const notTried = "select from document where status in ('UNPROCESSED', 'IN_PROGRESS') and attempts < 1";
      await untilRows(notTried, false, 20_000);
      await sleep(2_000);
      if (!(await fetch(`${product.url}${HEALTH_PATH}`)).ok) problems.push('The web server was not healthy.');
      await makeRoom();
      await checkAfter(fault);
    }
    for (let fall = 0; fall < FALLS; fall += 1) {
      if (fall % 3 === 0) await uploadAll();
      await untilRows("select from document where status = 'IN_PROGRESS'", true, 5_000);
      // When one of its processes dies, PostgreSQL ends all connections and recovers.
      const client = await openDatabase();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL');
      await sleep(3_000);
      if (fall % 3 === 2) await checkAfter(`${fall + 1} falls of the database`);
    }
    return { runs, problems };
  },
};

const ROUNDS = 5;
const PHOTOS = 3;
const REPLACE_EVERY_MS = 800;
/** Within the rate limit of a session. */
const POLL_EVERY_MS = 60;

/** The timed scenes, each with the highest median that passes, as a multiple of the quiet one. */
const SCENES = {
  'photo, quiet': undefined,
  'photo beside one account': 2,
  'photo beside three accounts': 3,
  'photo after a canceled picture': 2,
  'Word file, quiet': undefined,
  'Word file beside three accounts': undefined,
} as const satisfies Readonly<Record<string, number | undefined>>;
type Scene = keyof typeof SCENES;

/** Milliseconds from the start of the upload until the document is converted. */
async function timeConversion(person: Person, name: string, content: Uint8Array): Promise<number> {
  const startedAt = performance.now();
  await person.upload(name, content);
  for (let status = ''; status !== 'COMPLETED'; status = await person.status()) {
    if (status === 'FAILED') throw new Error(`${name} could not be converted.`);
    await sleep(POLL_EVERY_MS);
  }
  return performance.now() - startedAt;
}

/** Works while other people repeat theirs; deletes their last documents at the end. */
async function workBeside(
  others: readonly Person[],
  repeat: (person: Person) => Promise<unknown>,
  work: () => Promise<void>,
) {
  let hasEnded = false;
  const repeating = others.map(async (person) => {
    while (!hasEnded) await repeat(person);
    await person.deleteDocument();
  });
  const working = work().finally(() => {
    hasEnded = true;
  });
  await Promise.all([working, ...repeating]);
}

export const lanes: Scenario = {
  name: 'lanes',
  title: 'Accounts that upload without pause make nobody else wait',
  how: "How long an applicant's photo and another's Word file take on a quiet machine, and in the same run, in turns: while one account replaces a slow Word file again and again, while three accounts upload large pictures or slow Word files without pause, and right after a large picture was canceled amid its conversion.",
  run: async (run) => {
    const product = await startProduct(run);
    const register = (name: string) => Person.register(product, `ada.${name}@mail.example`);
    const [other, writer, attacker] = [await register('photos'), await register('word'), await register('attacker')];
    const three = [attacker, await register('second'), await register('third')];
    const photo = await picture(4000, 3000).jpeg().toBuffer();
    const large = await picture(8000, 4900).png().toBuffer();
    const [word, slow] = [wordDocument('Record of Ada'), slowWordDocument()];
    const times = new Map<Scene, number[]>();
    const add = async (scene: Scene, person: Person, name: string, content: Uint8Array) =>
      void times.set(scene, [...(times.get(scene) ?? []), await timeConversion(person, name, content)]);
    const addPhotos = async (scene: Scene, before: () => Promise<unknown> = async () => {}) => {
      for (let count = 0; count < PHOTOS; count += 1) {
        await before();
        await add(scene, other, 'photo.jpg', photo);
      }
    };
    const replaceSlow = async (person: Person) => {
      await person.upload('record.docx', slow);
      await sleep(REPLACE_EVERY_MS);
    };
    const cancelPicture = async () => {
      await attacker.upload('large.png', large);
      while ((await attacker.status()) === 'UNPROCESSED') await sleep(POLL_EVERY_MS);
      await attacker.deleteDocument();
    };
    // The first conversion reads programs and fonts from the disk.
    await timeConversion(other, 'photo.jpg', photo);
    await timeConversion(writer, 'record.docx', word);
    for (let round = 0; round < ROUNDS; round += 1) {
      await addPhotos('photo, quiet');
      await add('Word file, quiet', writer, 'record.docx', word);
      const pause = () => sleep(REPLACE_EVERY_MS);
      await workBeside([attacker], replaceSlow, () => addPhotos('photo beside one account', pause));
      const replaceLarge = (person: Person) => timeConversion(person, 'large.png', large);
      await workBeside(three, replaceLarge, () => addPhotos('photo beside three accounts'));
      await addPhotos('photo after a canceled picture', cancelPicture);
    }
    // These conversions run to the end, since nobody replaces their files.
    for (const person of three) await person.upload('record.docx', slow);
    await add('Word file beside three accounts', writer, 'record.docx', word);

    const problems: string[] = [];
    for (const [scene, sceneTimes] of times) {
      const quiet = median(times.get(scene.startsWith('photo') ? 'photo, quiet' : 'Word file, quiet') ?? []);
      const ratio = median(sceneTimes) / quiet;
      const [middle, longest] = [median(sceneTimes), Math.max(...sceneTimes)].map(
        (ms) => `${(ms / 1000).toFixed(2)} s`,
      );
      console.log(`${scene.padEnd(32)} median ${middle}, longest ${longest}: ${ratio.toFixed(1)} times the quiet one`);
      if (ratio > (SCENES[scene] ?? Number.POSITIVE_INFINITY)) problems.push(`${scene}: ${ratio.toFixed(1)} times.`);
    }
    return { runs: ROUNDS, problems };
  },
};

const CUTS = 3;
const AWAY_MS = 8_000;
const CONVERTED_WITHIN_MS = 120_000;

async function cutStorage(run: Run) {
  const env = await startS3Server(run);
  const port = await freePort();
  const timeouts = ['connect', 'client', 'server'].map((name) => `  timeout ${name} 60s`);
  const lines = [`  bind 127.0.0.1:${port}`, `  server s3 ${new URL(env.S3_ENDPOINT).host} check inter 1s rise 1`];
  const proxy = await startProxy(run, 'storage', ['defaults', '  mode tcp', ...timeouts, 'listen storage', ...lines]);
  const product = await startProduct(run, { env: { ...env, S3_ENDPOINT: `http://127.0.0.1:${port}` } });
  const problems: string[] = [];
  let [uploads, worstRecovery] = [0, 0];
  const photo = await picture(2000, 1500).jpeg().toBuffer();
  const people = await Person.registerAll(product, 4, 'stored');
  const [late, ...early] = people;
  if (late === undefined) throw new Error('Nobody is there.');
  const sent = await Person.register(product, 'ada.sent@mail.example');
  await sent.fillIn();
  await sent.submit();
  const sender = await asSender(sent);
  const upload = async (person: Person) => {
    await person.upload('photo.jpg', photo);
    uploads += 1;
  };
  for (let cut = 0; cut < CUTS; cut += 1) {
    await Promise.all(early.map(upload));
    await proxy.kill();
    const isAccepted = await succeeds(late.upload('photo.jpg', photo));
    const isPaper = await succeeds(sendPaper(sender, 'Lost.'));
    const isAnswered = cut === 0 && (await late.answers())[DOCUMENT_KEY] === 'ANSWERED';
    if (isAccepted || isAnswered || isPaper) problems.push('An upload to a store that is away was accepted.');
    await late.save({ first_name: `Ada ${cut}.` });
    await sleep(AWAY_MS);
    await proxy.start();
    const startedAt = performance.now();
    await upload(late);
    await sendPaper(sender, `Paper ${cut}.`);
    for (const person of people) {
      let status = await person.status();
      while (performance.now() - startedAt < CONVERTED_WITHIN_MS && status !== 'COMPLETED') {
        if (!isOpenConversion(status)) await upload(person);
        await sleep(200);
        status = await person.status();
      }
      if (status !== 'COMPLETED' || !(await person.hasDocument())) problems.push(`A document is ${status}.`);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    worstRecovery = Math.max(worstRecovery, seconds);
    console.log(`cut ${cut + 1}: all converted ${inSeconds(seconds)} after the return`);
  }
  const papersOf = async () => (await sent.client.call(myItems)).items.flatMap((item) => item.papers);
  await retry('The papers', async () => {
    if ((await papersOf()).filter(({ state }) => state === 'ready').length !== CUTS) throw new Error('not ready');
  });
  const seen = `${uploads} documents and ${CUTS} papers; every one was converted in the end. Recovery is the time until then.`;
  return { runs: CUTS, worstRecovery, seen, problems };
}

export const storage: Scenario = {
  number: 9,
  name: 'storage',
  title: 'The S3 store is away while documents are uploaded',
  how: "`node checks/faults/main.ts storage`, one machine, Ceph's radosgw behind a connection that is cut: an upload is refused with words, earlier ones are not blamed. A store that does not respond: `apps/server/src/modules/application/uploads/documents.test.ts`.",
  run: cutStorage,
};
