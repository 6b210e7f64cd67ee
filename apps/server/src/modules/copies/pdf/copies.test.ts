import { randomUUID } from 'node:crypto';
import { answer } from '@firstyear/api-contract/application';
import { pdf } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { apiErrors } from '@firstyear/words/api-errors';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { holdClaim, type WorkerClaim } from '../../../db/worker-claim.ts';
import { A_WEEK_LATER } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { createLog } from '../../../log/create-log.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { answerReader } from '../../application/answers/sealed-answers.ts';
import { type Applicant, newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { type PrintCopyDependencies, printCopy, readOrPrint } from './print-copy.ts';
import { printPdfHandler } from './print-pdf.handler.ts';
import { completeCopy, isBeingPrinted, signLink } from './service.ts';

const PDF = new TextEncoder().encode('%PDF-1.7\nA page about Ada.');

let server: TestApp;
let claim: WorkerClaim;
let ada: Applicant;
beforeAll(async () => {
  server = await testApp();
  claim = holdClaim(server.database.url);
  ada = await newApplicant(server);
});
afterAll(async () => {
  await claim.release();
  await server.stop();
});

const listCopies = (id: string) =>
  server.db.selectFrom('pdf_copy').selectAll().where('application_id', '=', id).orderBy('version').execute();

let version = 0;
async function insertCopy(copy: Partial<Insertable<Database['pdf_copy']>>): Promise<string> {
  version += 1;
  const row = { application_id: ada.applicationId, version, claimed_by: null, created_at: server.clock.now() };
  const { id } = await server.db
    .insertInto('pdf_copy')
    .values({ ...row, status: 'COMPLETED', ...copy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const openSigned = (id: string, owner = ada) =>
  owner.open(signLink(server.deps.config.secret, id, owner.accountId, server.clock.now()));

test('a copy is being printed if it has begun and a living worker holds its claim', async () => {
  const living = await claim.current();
  const cases = [
    [{ status: 'IN_PROGRESS', claimed_by: living }, true],
    [{ status: 'UNPROCESSED', claimed_by: living }, false],
    [{ status: 'IN_PROGRESS', claimed_by: null }, false],
    [{ status: 'IN_PROGRESS', claimed_by: living + 1 }, false],
  ] as const;
  for (const [copy, expected] of cases) {
    expect(await inTransaction(server.db, (tx) => isBeingPrinted(tx, copy)), JSON.stringify(copy)).toBe(expected);
  }
});

test('only the worker that holds a print can complete it', async () => {
  const id = await insertCopy({ status: 'IN_PROGRESS', claimed_by: 7 });
  const end = { objectKey: 'pdf/x.pdf', now: server.clock.now() };
  expect(await completeCopy(server.db, id, 8, end)).toBe(false);
  expect(await completeCopy(server.db, id, 7, end)).toBe(true);
  expect(await completeCopy(server.db, id, 7, end)).toBe(false);
});

test('a file opens for its owner, which is audited, and is refused in words without a session', async () => {
  const object_key = `pdf/${randomUUID()}.pdf`;
  await objectStoreOf(server.deps.config).put(object_key, PDF);
  const id = await insertCopy({ object_key });
  expect((await openSigned(id)).statusCode).toBe(200);
  const { rows } = await server.database.pool.query(
    `select detail->>'copy_id' as id from audit_event where kind = 'pdf_read' and account_id = $1`,
    [ada.accountId],
  );
  expect(rows).toEqual([{ id }]);
  const forged = filePaths.pdfCopy(id, { expires: String(server.clock.now().getTime() + 1), signature: 'x' });
  expect((await ada.open(forged)).statusCode).toBe(404);
  expect((await openSigned(await insertCopy({ object_key, status: 'IN_PROGRESS' }))).statusCode).toBe(404);
  const stranger = await server.client().open(filePaths.pdfCopy(id, { expires: '9', signature: 'x' }));
  expect([stranger.statusCode, stranger.json().message]).toEqual([403, apiErrors.texts.not_allowed_pdf]);
});

test("a copy that is deleted, someone else's, or without its file can't be opened", async () => {
  expect((await openSigned(randomUUID())).statusCode).toBe(404);
  expect((await openSigned(await insertCopy({ object_key: null }))).statusCode).toBe(404);
  expect((await openSigned(await insertCopy({ object_key: 'pdf/gone.pdf' }))).statusCode).toBe(404);
  expect((await openSigned(await insertCopy({}), await newApplicant(server))).statusCode).toBe(404);
});

test('[PDF-01, PDF-03] once the application is submitted, the link of a draft copy is refused in words until a newer copy is there', async () => {
  const bo = await submitted(server, {});
  const id = await insertCopy({ application_id: bo.applicationId, version: 0, object_key: 'pdf/draft.pdf' });
  const refused = await openSigned(id, bo);
  expect([refused.statusCode, refused.json().message]).toEqual([409, apiErrors.texts.locked_since_draft]);
});

test("an application's copies are listed in order", async () => {
  const bo = await newApplicant(server);
  const application = { application_id: bo.applicationId };
  const [first, second] = [await insertCopy(application), await insertCopy({ ...application, status: 'FAILED' })];
  expect((await listCopies(bo.applicationId)).map(({ id }) => id)).toEqual([first, second]);
});

/** A worker's dependencies for printing. The browser draws nothing, but runs this function while it prints. */
function printingWith(
  whilePrinting: (...print: Parameters<PrintCopyDependencies['browser']['print']>) => Promise<unknown>,
): PrintCopyDependencies {
  const { db, deps } = server;
  const print: PrintCopyDependencies['browser']['print'] = async (...page) => {
    await whilePrinting(...page);
    return PDF;
  };
  return {
    ...{ db, claim, forms: deps.forms, clock: deps.clock, jobs: deps.jobs, objects: objectStoreOf(deps.config) },
    answers: answerReader(deps.config.secret, createLog('silent')),
    browser: { print, warm: async () => {}, close: async () => {}, concurrency: 3 },
    internalUrl: 'http://127.0.0.1:9',
  };
}
/** The id and version of a new application. */
async function newApplication() {
  const { applicationId } = await newApplicant(server);
  const { version: now } = await server.db
    .selectFrom('application')
    .select('version')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return { application_id: applicationId, version: now };
}
const last = { attempt: 1, isLast: true, signal: new AbortController().signal };

test('a file printed while its copy was deleted is deleted too, but not if another worker has taken over the copy', async () => {
  for (const [change, isThere] of [
    [(id: string) => server.db.deleteFrom('pdf_copy').where('id', '=', id).execute(), false],
    [(id: string) => server.db.updateTable('pdf_copy').set({ claimed_by: 9 }).where('id', '=', id).execute(), true],
    [async () => {}, true],
  ] as const) {
    const application = await newApplication();
    const id = await insertCopy({ ...application, status: 'UNPROCESSED' });
    const deps = printingWith(() => change(id));
    await printPdfHandler(deps, createLog('silent')).run({ copy_id: id }, last);
    expect((await deps.objects.head(`pdf/${id}.pdf`)) !== undefined).toBe(isThere);
  }
});

test("an outdated version isn't printed: only its copy is deleted", async () => {
  const application = await newApplication();
  const kept = await insertCopy(application);
  const id = await insertCopy({ ...application, version: application.version - 1, status: 'UNPROCESSED' });
  const deps = printingWith(() => Promise.reject(new Error('It was printed.')));
  await printPdfHandler(deps, createLog('silent')).run({ copy_id: id }, last);
  expect((await listCopies(application.application_id)).map((copy) => copy.id)).toEqual([kept]);
});

test("an existing copy isn't printed again", async () => {
  const id = await insertCopy({});
  const printed = { times: 0 };
  const deps = printingWith(async () => {
    printed.times += 1;
  });
  await printPdfHandler(deps, createLog('silent')).run({ copy_id: id }, last);
  expect(printed.times).toBe(0);
});

test('a print that fails permanently is logged by its id, and as many run at once as the browser can print', async () => {
  const logged: object[] = [];
  const log = { ...createLog('silent'), error: (line: object) => void logged.push(line) };
  const { applicationId } = await newApplicant(server);
  const copy_id = await insertCopy({ application_id: applicationId, version: 0, status: 'UNPROCESSED' });
  await server.db.updateTable('application').set({ version: 0 }).where('id', '=', applicationId).execute();
  const handler = printPdfHandler(
    printingWith(() => Promise.reject(new Error('no paper'))),
    log,
  );
  expect(handler.concurrency).toBe(3);
  await expect(handler.run({ copy_id }, { ...last, isLast: false })).rejects.toThrow('no paper');
  expect(logged).toEqual([]);
  await expect(handler.run({ copy_id }, last)).rejects.toThrow('no paper');
  expect(logged).toEqual([{ copy_id, reason: 'no paper' }]);
});

test('a copy is in the language of the last request, and the office reads it in English', async () => {
  const bo = await newApplicant(server);
  const printed: string[] = [];
  const deps = printingWith(async ({ url, head }) =>
    printed.push(`${new URL(url).searchParams.get('lang')}: ${head.sheet}`),
  );
  const ask = async (language: string) =>
    (await bo.call(pdf, { headers: { 'accept-language': language } })).body.status;
  for (const [asked, kept] of [
    ['es', 'es'],
    ['en', null],
  ] as const) {
    expect(await ask(asked)).toBe('UNPROCESSED');
    const [copy] = await listCopies(bo.applicationId);
    expect(copy?.language).toBe(kept);
    await printPdfHandler(deps, createLog('silent')).run({ copy_id: copy?.id ?? '' }, last);
    expect(await ask(asked)).toBe('COMPLETED');
    await readOrPrint(deps, { id: bo.applicationId, version: copy?.version ?? 0 });
  }
  const [spanish, english] = ['es: Página {page} de {pages}', 'en: Page {page} of {pages}'];
  expect(printed).toEqual([spanish, english, english]);
});

test('a copy that is requested in another language while it prints is printed in that language afterwards', async () => {
  const bo = await newApplicant(server);
  const ask = async (language: string) =>
    (await bo.call(pdf, { headers: { 'accept-language': language } })).body.status;
  await ask('es');
  const [{ id: copy_id } = { id: '' }] = await listCopies(bo.applicationId);
  const printed: (string | null)[] = [];
  const [secondPrints, firstIsStored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let second: Promise<void> | undefined;
  const deps = printingWith(async ({ url }) => {
    printed.push(new URL(url).searchParams.get('lang'));
    if (printed.length === 2) {
      secondPrints.resolve();
      await firstIsStored.promise;
    }
    if (printed.length > 1) return;
    await ask('en');
    second = run();
    await Promise.race([second, secondPrints.promise]);
  });
  const run = () => printPdfHandler(deps, createLog('silent')).run({ copy_id }, last);
  await run();
  expect(await ask('en'), `printed: ${printed}`).not.toBe('COMPLETED');
  firstIsStored.resolve();
  await second;
  await run();
  expect([printed, await ask('en')]).toEqual([['es', 'en'], 'COMPLETED']);
});

test('[API-19, PDF-01, PDF-03] a copy is UNPROCESSED until it is printed, and then has a link to it, which opens it while a newer one prints', async () => {
  const bo = await newApplicant(server);
  expect((await bo.call(pdf)).body).toEqual({ status: 'UNPROCESSED', url: '' });
  const [first] = await listCopies(bo.applicationId);
  await printPdfHandler(
    printingWith(async () => {}),
    createLog('silent'),
  ).run({ copy_id: first?.id ?? '' }, last);
  const { status, url } = (await bo.call(pdf)).body;
  expect(status).toBe('COMPLETED');
  await bo.call(answer, { payload: { city: 'Newtown' } });
  expect((await bo.call(pdf)).body).toEqual({ status: 'UNPROCESSED', url: '' });
  let opened: Awaited<ReturnType<typeof bo.open>> | undefined;
  const [newer] = (await listCopies(bo.applicationId)).filter(({ id }) => id !== first?.id);
  const printing = printingWith(async () => {
    opened = await bo.open(url ?? '');
  });
  await printPdfHandler(printing, createLog('silent')).run({ copy_id: newer?.id ?? '' }, last);
  expect([opened?.statusCode, opened?.rawPayload.equals(PDF)]).toEqual([200, true]);
});

test("a copy that isn't begun within a day is requested again", async () => {
  const bo = await newApplicant(server);
  await bo.call(pdf);
  const now = server.clock.now();
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60_000);
  for (const [created_at, expected] of [
    [new Date(dayAgo.getTime() + 1), new Date(dayAgo.getTime() + 1)],
    [dayAgo, now],
  ] as const) {
    await server.db
      .updateTable('pdf_copy')
      .set({ created_at })
      .where('application_id', '=', bo.applicationId)
      .execute();
    await bo.call(pdf);
    expect((await listCopies(bo.applicationId))[0]?.created_at).toEqual(expected);
  }
});

test('copies of earlier versions are deleted an hour after a newer one, and their files a week later', async () => {
  const application = await newApplication();
  const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);
  const earlier = { application_id: application.application_id, finished_at: minutesAgo(61) };
  const recent = await insertCopy({ ...earlier, version: application.version - 3, finished_at: minutesAgo(59) });
  await insertCopy({ ...earlier, version: application.version - 1, status: 'FAILED' });
  await insertCopy({ ...earlier, version: application.version - 2, object_key: 'pdf/old.pdf' });
  const id = await insertCopy({ ...application, status: 'UNPROCESSED' });
  const sent: unknown[] = [];
  const send: Jobs['send'] = async (_, payload, _tx, delay) => void sent.push(payload, delay);
  const jobs = { send, stop: async () => {} };
  await printCopy({ ...printingWith(async () => {}), jobs }, id, true);
  expect((await listCopies(application.application_id)).map((copy) => copy.id)).toEqual([recent, id]);
  expect(sent).toEqual([{ keys: ['pdf/old.pdf'], application_id: application.application_id }, A_WEEK_LATER]);
});

test("a printed copy is read, and printed again if it isn't in the store", async () => {
  const { application_id: id, version } = await newApplication();
  const deps = printingWith(async () => {});
  const read = async () => Buffer.from((await readOrPrint(deps, { id, version })) ?? []);
  expect(await read(), 'never printed').toEqual(Buffer.from(PDF));
  const object_key = `pdf/${id}.pdf`;
  await insertCopy({ application_id: id, version, object_key });
  expect(await read(), 'its file is gone').toEqual(Buffer.from(PDF));
  await deps.objects.put(object_key, Buffer.from('as it was printed'));
  expect((await read()).toString()).toBe('as it was printed');
  await server.db.updateTable('pdf_copy').set({ status: 'IN_PROGRESS' }).where('object_key', '=', object_key).execute();
  expect(await read(), 'printed just now').toEqual(Buffer.from(PDF));
});
