import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { links } from '@firstyear/api-contract/addresses';
import { answer, submit } from '@firstyear/api-contract/application';
import { pdf } from '@firstyear/api-contract/documents';
import { PRINT_PAGE_FILE } from '@firstyear/api-contract/print-page';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { chromiumBrowser } from '../../../adapters/browser/chromium-browser.ts';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { holdClaim } from '../../../db/worker-claim.ts';
import { type JobQueue, openJobQueue } from '../../../jobs/jobs.ts';
import { createLog } from '../../../log/create-log.ts';
import { type PrintPage, servePrintPage } from '../../../programs/print-page.ts';
import { startPrinting } from '../../../programs/printing.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openFilesBelow } from '../../../testing/open-files.ts';
import { mintServiceToken } from '../../accounts/access-token/service.ts';
import { answerReader } from '../../application/answers/sealed-answers.ts';
import { type Applicant, fillIn, newApplicant } from '../../application/row/applicant.testing.ts';
import { type PrintCopyDependencies, printCopy } from './print-copy.ts';
import { printPdfHandler } from './print-pdf.handler.ts';

/** A stand-in for the web app's service view that doesn't escape answers, so that only the policy stops their scripts. */
const PRINT_PAGE = `
export const styles = 'h1 { break-before: page }';
export function renderPrintPage({ answer }) {
  const lines = Object.entries(answer).map(([key, value]) => '<p>' + key + ': ' + value + '</p>').join('');
  const pages = ['Your Information', 'Your Education'].map((title) => '<h1>' + title + '</h1>' + lines).join('');
  return '<!doctype html><html lang="en" data-ready="true"><title>x</title><style>' + styles + '</style>' + pages;
}`;

const log = createLog('silent');
let webRoot: string;
let server: TestApp;
let printPage: PrintPage;
let printing: PrintCopyDependencies;
let queue: JobQueue;
/** Deleted files, with the number of rows that referred to them at that time. */

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'firstyear-view-'));
  await writeFile(path.join(webRoot, PRINT_PAGE_FILE), PRINT_PAGE);
  server = await testApp({ deps: { webRoot } });
  printPage = await servePrintPage(server.deps);
  const internalUrl = printPage.url;
  const browser = chromiumBrowser({
    executable: process.env.CHROMIUM_PATH,
    searchPath: process.env.PATH ?? '',
    allowedHost: new URL(internalUrl).host,
    timeoutMs: 20_000,
    printsPerBrowser: 100,
    concurrency: 2,
    warn: () => {},
  });
  const claim = holdClaim(server.database.url);
  const { db, deps } = server;
  const { forms, clock, config } = deps;
  const answers = answerReader(config.secret, log);
  const objects = objectStoreOf(config);
  queue = await openJobQueue(server.database.url, log);
  printing = { db, forms, clock, answers, browser, objects, jobs: queue, internalUrl, claim };
  await queue.work([printPdfHandler(printing, log)]);
});
afterAll(async () => {
  await queue.stop();
  await printing.browser.close();
  await printPage.stop();
  await printing.claim.release();
  await server.stop();
  await rm(webRoot, { recursive: true, force: true });
});

async function completed(applicant: Applicant): Promise<string> {
  return eventually(
    async () => {
      const { body } = await applicant.call(pdf);
      expect(body.status).toBe('COMPLETED');
      return body.url ?? '';
    },
    { interval: 100 },
  );
}
const copiesOf = (applicant: Applicant) =>
  server.db.selectFrom('pdf_copy').selectAll().where('application_id', '=', applicant.applicationId).execute();

test('[API-19, PDF-03] a submitted student gets a PDF of the application, through a link of their own', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { first_name: 'Zoë', last_name: '<b>王小明</b>' });
  const { body } = await ada.call(submit);
  expect(await ada.call(pdf)).toMatchObject({ status: 200, body: { status: 'UNPROCESSED', url: '' } });
  const file = await ada.open(await completed(ada));
  expect(file.statusCode).toBe(200);
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-length': String(file.rawPayload.length),
    'content-disposition': 'attachment; filename="Larkmoor University application.pdf"',
  });
  const reading = await readPdf(file.rawPayload);
  expect(reading.sheets.join('\n')).toContain('first_name: Zoë');
  expect(reading).toMatchObject({ tagged: true, language: 'en', scripts: false });
  expect(reading.title).toBe('Larkmoor University - Application for Freshman Admission: Zoë <b>王小明</b>');
  expect(reading.bookmarks).toEqual(['Your Information', 'Your Education']);
  expect(reading.sheets.length).toBeGreaterThan(1);
  for (const [index, sheet] of reading.sheets.entries()) {
    expect(sheet).toContain('Zoë <b>王小明</b>');
    expect(sheet).toContain(`Confirmation number ${body.confirmation_number}`);
    expect(sheet).toContain(`Page ${index + 1} of ${reading.sheets.length}`);
    expect(sheet).not.toContain('Draft');
  }
});

test('no script in an answer can run in the printed page', async () => {
  const ada = await newApplicant(server);
  const take = "document.body.textContent = 'TAKEN'";
  const payload = {
    conviction: 'yes',
    conviction_comment: `<script>${take}</script><img src="data:," onerror="${take}">`,
  };
  await ada.call(answer, { payload });
  const { sheets } = await readPdf((await ada.open(await completed(ada))).rawPayload);
  expect(sheets.join()).toContain('conviction_comment:');
  expect(sheets.join()).not.toContain('TAKEN');
});

test("the page to print opens only with its application's token, and isn't cached", async () => {
  const ada = await newApplicant(server);
  await ada.call(answer, { payload: { first_name: 'Ada' } });
  const { token } = await mintServiceToken(server.db, ada.applicationId, 60_000, server.clock.now());
  const { form } = server;
  const page = await fetch(links.serviceView(printPage.url, form, token));
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-[^']+'; font-src 'self'$/,
  );
  expect(await page.text()).toContain('first_name: Ada');
  const refused = [links.serviceView(printPage.url, form, `${token}x`), `${printPage.url}/about`];
  const statuses = await Promise.all(refused.map(async (url) => (await fetch(url)).status));
  expect(statuses).toEqual([404, 400]);
});

test('before the submission every sheet says that it is a draft, and a change makes a new copy', async () => {
  const ada = await newApplicant(server);
  await ada.call(answer, { payload: { first_name: 'Ada', city: 'Sampleton' } });
  const first = await completed(ada);
  const draft = await readPdf((await ada.open(first)).rawPayload);
  for (const sheet of draft.sheets) expect(sheet).toContain('Draft - not submitted');
  await ada.call(answer, { payload: { city: 'Newtown' } });
  expect((await ada.call(pdf)).body).toEqual({ status: 'UNPROCESSED', url: '' });
  const second = await completed(ada);
  expect(second).not.toBe(first);
  expect((await readPdf((await ada.open(second)).rawPayload)).sheets.join()).toContain('Newtown');
  await ada.call(answer, { payload: { city: 'Newtown' } });
  expect((await ada.call(pdf)).body.status, 'saving the same again makes no new copy').toBe('COMPLETED');
});

test('[PDF-01, PDF-03] once the application is submitted, the link of a draft copy never opens the draft', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { first_name: 'Ada' });
  const draft = await completed(ada);
  await ada.call(submit);
  const early = await ada.open(draft);
  expect([early.statusCode, early.body]).toEqual([409, expect.stringContaining('submitted after this draft copy')]);
  for (const link of [await completed(ada), draft]) {
    const { sheets } = await readPdf((await ada.open(link)).rawPayload);
    for (const sheet of sheets) expect(sheet).toMatch(/^(?!.*Draft).*Confirmation number/s);
  }
});

test('the link of a draft copy opens the newest one, and each has the time of its answers', async () => {
  const ada = await newApplicant(server);
  await ada.call(answer, { payload: { city: 'Sampleton' } });
  const link = await completed(ada);
  server.clock.advance(5 * 60_000);
  await ada.call(answer, { payload: { city: 'Newtown' } });
  const read = async () => (await readPdf((await ada.open(link)).rawPayload)).sheets.join();
  expect(await read()).toContain('Sampleton');
  await completed(ada);
  expect(await read()).toContain('Answers as of November 21, 2026 at 7:05 AM Eastern Time');
});

test('concurrent requests print one copy, which nobody has read yet, and no token outlives the printing', async () => {
  const ada = await newApplicant(server);
  const responses = await Promise.all(Array.from({ length: 10 }, () => ada.call(pdf)));
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  await completed(ada);
  expect(await copiesOf(ada)).toHaveLength(1);
  const views = await server.db
    .selectFrom('audit_event')
    .select('id')
    .where('account_id', '=', ada.accountId)
    .where('kind', '=', 'service_view')
    .execute();
  expect(views).toEqual([]);
  await eventually(async () => {
    const tokens = await server.db
      .selectFrom('access_token')
      .select('id')
      .where('application_id', '=', ada.applicationId)
      .execute();
    expect(tokens).toEqual([]);
  });
});

test('with concurrent requests of several applicants, each gets a copy of their own answers', async () => {
  const cities = ['Oneton', 'Twoton', 'Threeton', 'Fourton', 'Fiveton'];
  const copies = await Promise.all(
    cities.map(async (city) => {
      const applicant = await newApplicant(server);
      await applicant.call(answer, { payload: { city } });
      const { sheets } = await readPdf((await applicant.open(await completed(applicant))).rawPayload);
      return cities.filter((city) => sheets.join().includes(city));
    }),
  );
  expect(copies).toEqual(cities.map((city) => [city]));
});

test('when the browser dies during a print, the copy is printed again and is complete', async () => {
  const ada = await newApplicant(server);
  await ada.call(pdf);
  await eventually(async () => expect((await ada.call(pdf)).body.status).toBe('IN_PROGRESS'), { interval: 5 });
  await printing.browser.close();
  const { sheets } = await readPdf((await ada.open(await completed(ada))).rawPayload);
  expect(sheets.at(-1)).toContain(`Page ${sheets.length} of ${sheets.length}`);
});

test('a copy has no file until it is COMPLETED', async () => {
  const ada = await newApplicant(server);
  const url = await completed(ada);
  for (const status of ['UNPROCESSED', 'IN_PROGRESS', 'FAILED', 'COMPLETED'] as const) {
    const { id = '' } = (await copiesOf(ada))[0] ?? {};
    await server.db.updateTable('pdf_copy').set({ status }).where('id', '=', id).execute();
    expect((await ada.open(url)).statusCode, status).toBe(status === 'COMPLETED' ? 200 : 404);
  }
});

test("a copy isn't opened if the reading can't be audited", async () => {
  if (process.platform !== 'linux') return;
  const ada = await newApplicant(server);
  const url = await completed(ada);
  await sql`alter table audit_event rename to audit_event_away`.execute(server.db);
  try {
    expect((await ada.open(url)).statusCode).toBe(500);
  } finally {
    await sql`alter table audit_event_away rename to audit_event`.execute(server.db);
  }
  expect(openFilesBelow(server.deps.config.dataDir)).toEqual([]);
  expect((await ada.open(url)).statusCode).toBe(200);
});

test("a copy that can't be printed is FAILED after the last try, and a request a minute later tries again", async () => {
  const ownServer = await testApp();
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  await ada.call(pdf);
  const { id } = await ownServer.db.selectFrom('pdf_copy').select('id').executeTakeFirstOrThrow();
  const broken = { ...printing, db: ownServer.db, clock: ownServer.clock.now, internalUrl: 'http://127.0.0.1:9' };
  await expect(printCopy(broken, id, false)).rejects.toThrow();
  expect((await ada.call(pdf)).body).toEqual({ status: 'UNPROCESSED', url: '' });
  await expect(printCopy(broken, id, true)).rejects.toThrow();
  expect((await ada.call(pdf)).body).toEqual({ status: 'FAILED', url: '' });
  ownServer.clock.advance(59_000);
  expect((await ada.call(pdf)).body.status).toBe('FAILED');
  ownServer.clock.advance(1_000);
  expect((await ada.call(pdf)).body.status).toBe('UNPROCESSED');
  expect(await ownServer.db.selectFrom('access_token').selectAll().execute()).toEqual([]);
});

test('a copy whose worker died is printed again on the next request', async () => {
  const ownServer = await testApp();
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  await ada.call(pdf);
  const { id } = await ownServer.db.selectFrom('pdf_copy').select('id').executeTakeFirstOrThrow();
  const [alive, other] = [holdClaim(ownServer.database.url), holdClaim(ownServer.database.url)];
  const change = { status: 'IN_PROGRESS', claimed_by: await alive.current() } as const;
  await ownServer.db.updateTable('pdf_copy').set(change).execute();
  ownServer.clock.advance(10 * 60_000);
  expect((await ada.call(pdf)).body.status, 'while somebody is at it').toBe('IN_PROGRESS');
  const print = vi.fn(printing.browser.print);
  await printCopy({ ...printing, db: ownServer.db, claim: other, browser: { ...printing.browser, print } }, id, true);
  expect(print, 'nobody else prints it too').not.toHaveBeenCalled();
  await alive.release();
  await eventually(async () => expect((await ada.call(pdf)).body.status).toBe('UNPROCESSED'));
  await other.release();
});

test('on a machine without a browser, copies wait, and the worker says what to install and stops cleanly', async () => {
  const ownServer = await testApp();
  const sentences: unknown[] = [];
  const log = { error: () => {}, info: () => {}, warn: (...words: unknown[]) => void sentences.push(...words) };
  onTestFinished(() => ownServer.stop());
  const ada = await newApplicant(ownServer);
  const config = { ...ownServer.deps.config, chromiumPath: '/nowhere/chromium', searchPath: '' };
  const waiting = startPrinting(
    { config, log: log, queue, onFailure: (error) => sentences.push(error) },
    { ...printing, db: ownServer.db, partner: ownServer.deps.partner, config },
  );
  expect((await ada.call(pdf)).body.status).toBe('UNPROCESSED');
  await eventually(() => expect(sentences.join()).toContain('Install one'));
  expect((await ada.call(pdf)).body.status).toBe('UNPROCESSED');
  await waiting.stop();
});
