import path from 'node:path';
import { answer, profile } from '@firstyear/api-contract/application';
import type { Call } from '@firstyear/api-contract/call';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import { completeAnswers } from '@firstyear/freshman/testing';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { keptConnections } from '../support/http.ts';
import { codeFor, startMailServer } from '../support/mailbox.ts';
import { median } from '../support/numbers.ts';
import { numberOf, readOptions, runCommand, UsageError } from '../support/options.ts';
import { clientOf, PASSWORD, type Place, saveHeaders } from '../support/person.ts';
import { cleanUpOnSignals, ROOT, run, withFolder } from '../support/processes.ts';
import { startWhole } from '../support/product.ts';
import { savedKeys } from './storm/journeys.ts';

/**
 * `npm run bench:versions -- --with COMMIT`: saves and profiles a second of an earlier version and of this one, in turns, each
 * as `npm start` starts it, on a database of its own.
 */
function readVersionOptions(args: readonly string[]) {
  const values = readOptions(args, {
    with: { type: 'string' },
    callers: { type: 'string', default: '16' },
    people: { type: 'string', default: '120' },
    turns: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '12' },
    'web-processes': { type: 'string', default: '1' },
  });
  if (!values.with) throw new UsageError('Give --with and a commit of this clone.');
  return {
    commit: values.with,
    callers: numberOf(values.callers, 'callers', 1, 9999),
    people: numberOf(values.people, 'people', 1, 9999),
    turns: numberOf(values.turns, 'turns', 1, 9999),
    seconds: numberOf(values.seconds, 'seconds', 1, 9999),
    webProcesses: numberOf(values['web-processes'], 'web-processes', 1, 64),
  };
}
type Options = ReturnType<typeof readVersionOptions>;

/** Somebody who is logged in and has given every answer. */
interface Applicant {
  /** Saves the next two answers of those that take any short text. */
  saves(): Promise<void>;
  profiles(): Promise<void>;
}

const { form } = await loadPartner({ partner: DEFAULT_PARTNER, environment: 'production' });
const KEYS = savedKeys(form);

/**
 * An applicant made over HTTP, as a browser does it, so that it works with any version. What is returned is not read: an older
 * version may return something else. Throws when a call is refused.
 */
async function makeApplicant({ url, mailbox }: Place, agent: ReturnType<typeof keptConnections>, number: number) {
  const client = clientOf(url, agent);
  const username = `ada.testperson.${number}@mail.example`;
  const network = { 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` };
  let saved = 0;
  const call = async (made: Call, payload?: object, headers?: Readonly<Record<string, string>>) => {
    const { status, text } = await client.exchange(made, { payload, headers: { ...network, ...headers } });
    if (status !== 200) throw new Error(`${made.method} ${made.path}: ${status} ${text.slice(0, 200)}`);
  };
  const save = (answers: object) => call(answer, answers, saveHeaders(`tab-of-person-${number}`, ++saved));
  await call(signup, { username, password: PASSWORD });
  await call(confirm, { username, code: await codeFor(mailbox, username) });
  await call(login, { username, password: PASSWORD });
  await save(completeAnswers(form, { email_address: username }));
  const keyAt = (place: number) => KEYS[(saved + place) % KEYS.length] ?? '';
  return {
    saves: () => save({ [keyAt(0)]: `Answer ${saved} 0`, [keyAt(1)]: `Answer ${saved} 1` }),
    profiles: () => call(profile),
  };
}

interface Measured {
  readonly name: string;
  readonly applicants: readonly Applicant[];
}

/** Calls one after the other by each of so many callers, each with an applicant of its own at a time; returns how many in a second. */
async function countCalls({ applicants }: Measured, kind: keyof Applicant, { callers, seconds }: Options) {
  const free = [...applicants];
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const applicant = free.shift();
      if (!applicant) throw new Error('There are more callers than people.');
      await applicant[kind]();
      free.push(applicant);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return done / seconds;
}

async function compare(products: readonly Measured[], options: Options): Promise<void> {
  for (const kind of ['saves', 'profiles'] as const) {
    for (const product of products) await countCalls(product, kind, options);
    const rates = products.map((): number[] => []);
    for (let turn = 0; turn < options.turns; turn += 1)
      for (const [place, product] of products.entries()) rates[place]?.push(await countCalls(product, kind, options));
    for (const [place, { name }] of products.entries()) {
      const own = rates[place] ?? [];
      const each = own.map((rate) => rate.toFixed(0)).join(', ');
      const ratio = (median(own) / median(rates[0] ?? [])).toFixed(2);
      console.log(`${kind.padEnd(8)} ${name.padEnd(12)} ${median(own).toFixed(0)} a second (${each})  ratio ${ratio}`);
    }
  }
}

const cleanup = cleanUpOnSignals();

async function measure(options: Options, folder: string): Promise<void> {
  const earlier = path.join(folder, 'earlier');
  run('git', ['clone', '--quiet', '--no-checkout', ROOT, earlier]);
  run('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', options.commit], { cwd: earlier });
  run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: earlier });
  const mailbox = await startMailServer();
  cleanup.add(() => mailbox.close());
  const env = { SMTP_URL: mailbox.url, TRUSTED_PROXY: '127.0.0.1', WEB_PROCESSES: String(options.webProcesses) };
  const products: Measured[] = [];
  for (const [name, root] of [
    [options.commit, earlier],
    ['this version', ROOT],
  ] as const) {
    const { url, stop } = await startWhole(path.join(folder, `data-${products.length}`), { env, root });
    cleanup.add(stop);
    const agent = keptConnections(url);
    cleanup.add(() => agent.destroy());
    const applicants: Applicant[] = [];
    for (let number = products.length * options.people; applicants.length < options.people; number += 1)
      applicants.push(await makeApplicant({ url, mailbox }, agent, number));
    products.push({ name, applicants });
  }
  await compare(products, options);
}

await runCommand(() => {
  const options = readVersionOptions(process.argv.slice(2));
  return withFolder((folder) => measure(options, folder).finally(() => cleanup.stopAll()));
});
