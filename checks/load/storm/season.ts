import { randomUUID } from 'node:crypto';
import { type Answers, type Form, momentOf, relevantAnswers, traitsOf } from '@firstyear/form-engine';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import * as fc from 'fast-check';
import type pg from 'pg';
import { loadPartner } from '../../../apps/server/src/config/load-partner.ts';
import { readOrMakeSecret } from '../../../apps/server/src/crypto/secret.ts';
import { hashToken, newToken } from '../../../apps/server/src/crypto/tokens.ts';
import { passwordHasher } from '../../../apps/server/src/modules/accounts/identity/password-hasher.ts';
import { answerSealer } from '../../../apps/server/src/modules/application/answers/sealed-answers.ts';
import { makeSnapshot } from '../../../apps/server/src/modules/application/submission/content.ts';
import { newConfirmationNumber } from '../../../apps/server/src/modules/application/submission/service.ts';
import { validApplication } from '../../../packages/form-engine/src/testing/arbitraries.ts';
import { withRun } from '../../support/command.ts';
import { PASSWORD } from '../../support/person.ts';
import { runServerProgram } from '../../support/processes.ts';
import { connect } from '../../support/product.ts';

/** Number of generated applications. Each person has the answers of one, with a name and address of their own. */
const TEMPLATES = 300;
const SEED = 2026;
const CHUNK = 1_000;
const DAY_MS = 86_400_000;
const SEASON_DAYS = 90;

/** The progress of a person, by the last digit of their number. */
type Stage = 'submitted' | 'complete' | 'begun';
const stageOf = (number: number): Stage => (number % 10 < 5 ? 'submitted' : number % 10 < 8 ? 'complete' : 'begun');

const emailOf = (number: number) => `season.${String(number).padStart(7, '0')}@mail.example`;

/** Answers with their versions, as if typed in one tab, with four answers in each save. */
function draftOf(form: Form, answers: Answers, now: number) {
  const client = randomUUID();
  const typed = Object.keys(answers).filter((key) => answers[key] !== '' && form.byKey.has(key));
  const begunAt = now - SEASON_DAYS * DAY_MS;
  const versions = typed.map(
    (key, place) => [key, { client, sequence: 1 + (place >> 2), edited_at: begunAt + place * 4_000 }] as const,
  );
  return { answers, answer_versions: Object.fromEntries(versions) };
}

/** New rows by table, ordered so that foreign keys hold. */
type Rows = Map<string, Readonly<Record<string, unknown>>[]>;

/** Generates the drafts of a season; returns a function that adds the rows of a person. */
async function generate(dataDir: string, season: number) {
  const { form, partner, forms } = await loadPartner({ partner: DEFAULT_PARTNER, environment: 'production' });
  const moment = momentOf(new Date());
  const { now } = moment;
  const [firstPage] = form.pages;
  const isFirst = (key: string) => form.byStoredKey.get(key)?.page === firstPage?.id;
  const isSealed = (key: string) => {
    const question = form.byStoredKey.get(key)?.question;
    return question !== undefined && traitsOf(question).isSealed(question);
  };
  const sealedKeys = new Set([...form.byStoredKey.keys()].filter(isSealed));
  const sealer = answerSealer({ current: readOrMakeSecret(dataDir), previous: undefined }, () => undefined);
  // One hash for all: hashing 200,000 passwords would take hours.
  const password_hash = await passwordHasher().hash(PASSWORD);
  const applications = fc.sample(validApplication(form, moment), { numRuns: Math.min(TEMPLATES, season), seed: SEED });
  const whole = applications.map((answers) => draftOf(form, answers, now));
  const begun = applications.map((answers) => {
    const first = Object.entries(answers).filter(([key]) => isFirst(key));
    return draftOf(form, Object.fromEntries(first), now);
  });
  const usedNumbers = new Set<string>();
  const newNumber = (at: Date): string => {
    const number = newConfirmationNumber(forms.first.season, partner.time_zone, at);
    if (usedNumbers.has(number)) return newNumber(at);
    usedNumbers.add(number);
    return number;
  };

  return (rows: Rows, number: number): void => {
    const stage = stageOf(number);
    const drafts = stage === 'begun' ? begun : whole;
    const draft = drafts[number % drafts.length];
    if (draft === undefined) throw new Error('There is no draft.');
    const [account_id, id, email] = [randomUUID(), randomUUID(), emailOf(number)];
    const created_at = new Date(now - ((number % SEASON_DAYS) + 1) * DAY_MS - (number % 86_399) * 1000);
    const endedAt = new Date(created_at.getTime() + (number % 20) * 3_600_000);
    const name = { first_name: `Ada ${number % 997}`, last_name: `Testperson ${number}` };
    const plain: Answers = { ...draft.answers, ...name, email_address: email };
    const pick = (sealed: boolean) =>
      Object.fromEntries(Object.entries(plain).filter(([key]) => sealedKeys.has(key) === sealed));
    const { answers: placeholders, sealed_answers } = sealer.seal(form, id, pick(true));
    const answers = { ...pick(false), ...placeholders };
    const add = (table: string, row: Readonly<Record<string, unknown>>) =>
      rows.get(table)?.push(row) ?? rows.set(table, [row]);
    add('account', { id: account_id, email, password_hash, created_at, confirmed_at: created_at });
    const { answer_versions } = draft;
    const progress = { last_page: `/${firstPage?.id}`, version: 60, created_at, updated_at: endedAt };
    const place = { id, account_id, form: 'freshman', season: '2027' };
    add('application', { ...place, answers, sealed_answers, answer_versions, ...progress });
    const network = `198.18.${(number >> 8) & 255}.${number & 255}`;
    const event = (kind: string, at: Date, detail: object = {}) =>
      add('audit_event', { at, kind, account_id, detail, actor: 'applicant', network });
    const sent = { recipient: email, subject: 'Your application', attempts: 1 };
    const mail = (kind: string, at: Date) => add('mail_outbox', { ...sent, kind, created_at: at, sent_at: at });
    const status = (web_status: string, at: Date) =>
      add('application_status', { application_id: id, web_status, created_at: at });
    status('started', created_at);
    mail('code', created_at);
    event('account_confirmed', created_at, { same_browser: true });
    for (let login = 0; login < 3; login += 1) {
      const at = new Date(created_at.getTime() + login * 1_800_000);
      add('successful_login', { account_id, at });
      event('login', at);
    }
    if (stage !== 'submitted') return;
    for (const web_status of ['validating', 'submitted']) status(web_status, endedAt);
    const confirmation_number = newNumber(endedAt);
    const application = { sealed_answers, tabs: {}, add_another: {} };
    const snapshot = makeSnapshot(form, application, relevantAnswers(form, plain), {});
    add('submission', { application_id: id, confirmation_number, submitted_at: endedAt, language: 'en', ...snapshot });
    event('submitted', endedAt, { application_id: id, confirmation_number });
    mail('receipt', endedAt);
  };
}

async function insertRows(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const source = `json_populate_recordset(null::${table}, $1)`;
  await client.query(`insert into ${table} (${columns}) select ${columns} from ${source}`, [JSON.stringify(rows)]);
}

interface SeasonOptions {
  readonly databaseUrl: string;
  /** The folder with the secret key that seals answers. */
  readonly dataDir: string;
  /** Number of applications. */
  readonly season: number;
}

/** Makes the tables and fills them with a season: of ten applicants, five have submitted, three could, and two have only begun. */
export async function fillSeason({ databaseUrl, dataDir, season }: SeasonOptions): Promise<void> {
  await runServerProgram('migrate.ts', { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const addPerson = await generate(dataDir, season);
  let next = 0;
  const fill = async (client: pg.Client) => {
    // After a crash the fill starts over.
    await client.query('set synchronous_commit = off');
    while (next < season) {
      const rows: Rows = new Map();
      const end = Math.min(season, next + CHUNK);
      for (; next < end; next += 1) addPerson(rows, next);
      await client.query('begin');
      for (const [table, newRows] of rows) await insertRows(client, table, newRows);
      await client.query('commit');
    }
  };
  await withRun(async (run) => {
    // With two connections, rows are made for one while the other waits for the database.
    const clients = [await connect(run, databaseUrl), await connect(run, databaseUrl)];
    await Promise.all(clients.map(fill));
    for (const command of ['vacuum analyze', 'checkpoint']) await clients[0]?.query(command);
  });
}

/** Opens sessions for the people of drafts; returns their tokens by address. */
export async function openSessions(client: pg.Client, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map(emails.map((email) => [email, newToken()]));
  await client.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at)
     select token_hash, account.id, now(), now()
     from unnest($1::text[], $2::bytea[]) as opened (address, token_hash) join account on account.email = address`,
    [[...tokens.keys()], [...tokens.values()].map(hashToken)],
  );
  return tokens;
}

/** The addresses of people with drafts: those that can be submitted as they are, and the others. */
export async function findDrafts(client: pg.Client, season: number) {
  const { rows } = await client.query<{ email: string }>(
    `select email from account join application on application.account_id = account.id
     left join submission on submission.application_id = application.id
     where email like 'season.%' and confirmation_number is null order by md5(email)`,
  );
  const emails = rows.map(({ email }) => email);
  const stages = new Map(Array.from({ length: season }, (_, number) => [emailOf(number), stageOf(number)]));
  const of = (stage: Stage) => emails.filter((email) => stages.get(email) === stage);
  return { complete: of('complete'), begun: of('begun') };
}
