import path from 'node:path';
import { profile } from '@firstyear/api-contract/application';
import type { Answers } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import * as z from 'zod';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { type Run, readOptions, runCommand, UsageError, wholeNumber } from '../support/command.ts';
import { keptConnections } from '../support/http.ts';
import { startMailServer } from '../support/mailbox.ts';
import { median } from '../support/numbers.ts';
import { Person, type Place } from '../support/person.ts';
import { ROOT, run as runProgram } from '../support/processes.ts';
import { startWhole } from '../support/product.ts';
import { savedKeys } from './storm/journeys.ts';

const schema = z.object({
  with: z.string().default(''),
  callers: wholeNumber(16, 1, 9_999),
  people: wholeNumber(120, 1, 9_999),
  turns: wholeNumber(4, 1, 9_999),
  seconds: wholeNumber(12, 1, 9_999),
});
type Options = z.infer<typeof schema>;

/** An applicant who is logged in and has answered everything. */
interface Applicant {
  /** Saves the next two answers that take any short text. */
  saves(): Promise<void>;
  profiles(): Promise<void>;
}

const { form } = await loadPartner({ partner: DEFAULT_PARTNER, environment: 'production' });
const KEYS = savedKeys(form);

async function makeApplicant(place: Place, agent: ReturnType<typeof keptConnections>, number: number) {
  const address = `ada.testperson.${number}@mail.example`;
  const network = { 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` };
  const person = await Person.register(place, address, agent, network);
  let saved = 0;
  const save = (answers: Answers) => person.save(answers, { tab: `tab-of-person-${number}`, number: ++saved });
  await save(completeAnswers(form, { email_address: address }));
  const keyAt = (position: number) => KEYS[(saved + position) % KEYS.length] ?? '';
  return {
    saves: () => save({ [keyAt(0)]: `Answer ${saved} 0`, [keyAt(1)]: `Answer ${saved} 1` }),
    profiles: () => person.send(profile),
  };
}

interface Measured {
  readonly name: string;
  readonly applicants: readonly Applicant[];
}

/** Makes calls with several callers, who each use a free applicant; returns the calls per second. */
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
      const perTurn = rates[place] ?? [];
      const each = perTurn.map((rate) => rate.toFixed(0)).join(', ');
      const ratio = (median(perTurn) / median(rates[0] ?? [])).toFixed(2);
      console.log(
        `${kind.padEnd(8)} ${name.padEnd(12)} ${median(perTurn).toFixed(0)} a second (${each})  ratio ${ratio}`,
      );
    }
  }
}

/**
 * `npm run bench:versions -- --with COMMIT`: saves and profiles per second of an earlier version and of this one, in turns, each
 * started by `npm start` on a database of its own.
 */
await runCommand(async (run: Run) => {
  const options = readOptions(schema);
  if (options.with === '') throw new UsageError('Give --with and a commit of this clone.');
  const earlier = path.join(run.folder, 'earlier');
  runProgram('git', ['clone', '--quiet', '--no-checkout', ROOT, earlier]);
  runProgram('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', options.with], { cwd: earlier });
  runProgram('npm', ['ci', '--no-audit', '--no-fund'], { cwd: earlier });
  const mailbox = await startMailServer(run);
  const env = { SMTP_URL: mailbox.url, TRUSTED_PROXY: '127.0.0.1' };
  const products: Measured[] = [];
  for (const [name, root] of [
    [options.with, earlier],
    ['this version', ROOT],
  ] as const) {
    const dataDir = path.join(run.folder, `data-${products.length}`);
    const { url } = await startWhole(run, { dataDir, env, root });
    const agent = keptConnections(url);
    const applicants: Applicant[] = [];
    for (let number = products.length * options.people; applicants.length < options.people; number += 1)
      applicants.push(await makeApplicant({ url, mailbox }, agent, number));
    products.push({ name, applicants });
  }
  await compare(products, options);
});
