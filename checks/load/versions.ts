import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { completeAnswers } from '@firstyear/freshman/testing';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { cleanUpOnSignals } from '../support/cleanup.ts';
import { Connections } from '../support/connections.ts';
import { run } from '../support/processes.ts';
import { savedKeys } from './storm/journeys.ts';
import { Mailbox } from './storm/mailbox.ts';
import { type Applicant, makeApplicant } from './versions/people.ts';
import { type StartedVersion, startVersion } from './versions/version.ts';

/**
 * `npm run bench:versions -- --with COMMIT`: saves and profiles a second of an earlier version and of this one, in turns, each
 * as `npm start` starts it, on a database of its own.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');

interface Options {
  readonly commit: string;
  readonly callers: number;
  readonly people: number;
  readonly turns: number;
  readonly seconds: number;
  readonly webProcesses: number;
}

/** Undefined when they are not written as they must be. */
function readOptions(args: string[]): Options | undefined {
  const number = (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : Number.NaN);
  try {
    const { values } = parseArgs({
      args,
      options: {
        with: { type: 'string' },
        callers: { type: 'string', default: '16' },
        people: { type: 'string', default: '120' },
        turns: { type: 'string', default: '4' },
        seconds: { type: 'string', default: '12' },
        'web-processes': { type: 'string', default: '1' },
      },
    });
    const options = {
      commit: values.with ?? '',
      callers: number(values.callers),
      people: number(values.people),
      turns: number(values.turns),
      seconds: number(values.seconds),
      webProcesses: number(values['web-processes']),
    };
    const { commit, ...numbers } = options;
    return commit !== '' && !Object.values(numbers).includes(Number.NaN) ? options : undefined;
  } catch {
    return undefined;
  }
}

interface Measured {
  readonly version: StartedVersion;
  readonly applicants: readonly Applicant[];
}

/** Calls one after the other by each of so many callers, each with an applicant of its own at a time; returns how many in a second. */
async function countCalls({ applicants }: Measured, work: (one: Applicant) => Promise<void>, options: Options) {
  const free = [...applicants];
  const end = performance.now() + options.seconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const applicant = free.shift();
      if (!applicant) throw new Error('There are more callers than people.');
      await work(applicant);
      free.push(applicant);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: options.callers }, caller));
  return done / options.seconds;
}

const median = (rates: readonly number[]) => {
  const sorted = rates.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
};

async function compare(products: readonly Measured[], options: Options): Promise<void> {
  const works = {
    saves: (one: Applicant) => one.save(),
    profiles: (one: Applicant) => one.readProfile(),
  };
  for (const [name, work] of Object.entries(works)) {
    for (const product of products) await countCalls(product, work, options);
    const rates = products.map((): number[] => []);
    for (let turn = 0; turn < options.turns; turn += 1)
      for (const [place, product] of products.entries()) rates[place]?.push(await countCalls(product, work, options));
    for (const [place, { version }] of products.entries()) {
      const own = rates[place] ?? [];
      const each = own.map((rate) => rate.toFixed(0)).join(', ');
      const ratio = (median(own) / median(rates[0] ?? [])).toFixed(2);
      console.log(
        `${name.padEnd(8)} ${version.name.padEnd(12)} ${median(own).toFixed(0)} a second (${each})  ratio ${ratio}`,
      );
    }
  }
}

const cleanup = cleanUpOnSignals();

async function measure(options: Options): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'firstyear-bench-versions-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const earlier = path.join(folder, 'earlier');
  run('git', ['clone', '--quiet', '--no-checkout', ROOT, earlier]);
  run('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', options.commit], { cwd: earlier });
  // Here, with all of this environment: a start further down knows no proxy and no certificates that npm may need.
  run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: earlier });
  const { mailbox, url } = await Mailbox.open();
  cleanup.add(() => mailbox.close());
  const { form } = await loadPartner({ partner: 'larkmoor', environment: 'production' });
  const answersOf = (email: string) => completeAnswers(form, { email_address: email });
  const keys = savedKeys(form);
  const products: Measured[] = [];
  for (const [name, root] of [
    [options.commit, earlier],
    ['this version', ROOT],
  ] as const) {
    const version = await startVersion(name, root, {
      dataDir: path.join(folder, `data-${products.length}`),
      port: await freePort(),
      env: { SMTP_URL: url, TRUSTED_PROXY: '127.0.0.1', WEB_PROCESSES: String(options.webProcesses) },
    });
    cleanup.add(version.stop);
    const connections = new Connections(version.origin);
    cleanup.add(async () => connections.close());
    const applicants: Applicant[] = [];
    for (let number = products.length * options.people; applicants.length < options.people; number += 1)
      applicants.push(await makeApplicant({ connections, mailbox, answersOf, keys }, number));
    products.push({ version, applicants });
  }
  await compare(products, options);
}

const options = readOptions(process.argv.slice(2));
if (options === undefined) {
  console.error(
    'Give --with and a commit of this clone; --callers, --people, --turns, --seconds and --web-processes take whole numbers.',
  );
  process.exitCode = 2;
} else {
  try {
    await measure(options);
  } finally {
    await cleanup.stopAll();
  }
}
