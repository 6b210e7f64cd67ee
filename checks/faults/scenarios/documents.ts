import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { myItems } from '@firstyear/api-contract/items';
import sharp from 'sharp';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { wordDocument } from '../../../e2e/support/sample-files.ts';
import { startS3Server } from '../../s3/server.ts';
import { type Run, withRun } from '../../support/command.ts';
import { inSeconds } from '../../support/numbers.ts';
import { DOCUMENT_KEY, isOpenConversion, Person } from '../../support/person.ts';
import { retry } from '../../support/processes.ts';
import { startProduct } from '../../support/product.ts';
import { startProxy } from '../../support/proxy.ts';
import { succeeds } from '../support/load.ts';
import { type Scenario, watchClaims } from '../support/scenario.ts';
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
  run: cutStorage,
};
