import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { profile, serviceApplication, submit } from '@firstyear/api-contract/application';
import { PRINT_PAGE_FILE } from '@firstyear/api-contract/print-page';
import { type Form, type FormDefinition, formProblems, formWords, indexForm, withWords } from '@firstyear/form-engine';
import { dropped, reworked } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { pseudoForm } from '@firstyear/form-engine/testing/pseudo-language';
import { definition as spanish } from '@firstyear/partners/larkmoor/es';
import { definition } from '@firstyear/partners/larkmoor/form';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH, LANGUAGE_CODES } from '@firstyear/words';
import { SPANISH } from '@firstyear/words/spanish';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrintingBrowser } from '../../../adapters/browser/browser.ts';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { servedForms } from '../../../config/served-forms.ts';
import { createLog } from '../../../log/create-log.ts';
import { fileIn } from '../../../plugins/reader-language.ts';
import { servePrintPage } from '../../../programs/print-page.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { printApplication } from '../../copies/pdf/print-copy.ts';
import { mintStaffToken } from '../../copies/service-view/service.ts';
import { jsonLine, readApplicationsOf } from '../../office/export/read-applications.ts';
import { answerReader } from '../answers/sealed-answers.ts';
import { type Applicant, fillIn, newApplicant } from '../row/applicant.testing.ts';
import { findApplicationById, readApplication } from '../row/application.ts';
import { documentOf, endConversion, upload } from '../uploads/uploading.testing.ts';
import { at } from './next-release.testing.ts';
import { describeOtherSeasons, formOf, hashOf, readableIn, recordReleases } from './service.ts';

const FIRST = englishForm(definition);
const DAY = new Date('2026-11-20T12:00:00Z');

/** Next year's form: different words, options, order and kinds, and one question fewer. */
function nextForm(): Form {
  const text = JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })
    .replaceAll('"First Name"', '"Given name"')
    .replaceAll('"Gender"', '"How do you describe yourself?"')
    .replaceAll('"label":"Female"', '"label":"A woman"')
    .replaceAll('"High school transcript"', '"School record"')
    .replaceAll('"label":"Fall 2027"', '"label":"The autumn of 2027"')
    .replace('{"kind":"text","key":"toefl_score"', '{"kind":"textarea","limit":90,"key":"toefl_score"')
    .replace('"key":"preferred_name"', '"gone":true');
  const withoutGone = (_: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((item) => !Object.hasOwn(Object(item), 'gone')) : value;
  const definition: FormDefinition = JSON.parse(text, withoutGone);
  const [about, ...others] = definition.pages;
  if (about === undefined) throw new Error('There is no page.');
  const pages = [{ ...about, items: about.items.toReversed() }, ...others];
  const changes = [dropped('preferred_name'), reworked('toefl_score')];
  const migrations = [{ id: 'next', changes }];
  return indexForm({ pages, roles: { given_name: 'first_name', family_name: 'last_name' }, migrations }, FIRST.words);
}

let first: TestApp;
let next: TestApp;
beforeAll(async () => {
  first = await testApp();
  next = await testApp({ database: first.database, config: first.deps.config, form: nextForm() });
});
afterAll(async () => {
  await next.app.close();
  await next.jobs.stop();
  await first.stop();
});

const served = (form: Form) => servedForms({ ...first.deps.forms.first, form });
const releases = () =>
  first.db.selectFrom('form_release').select(['partner', 'number', 'hash']).orderBy('number').execute();

test('a form stored as JSON is the same form, and its hash depends on rules, words and options', () => {
  const kept = indexForm(JSON.parse(JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })), FIRST.words);
  expect(kept).toEqual(FIRST);
  expect(hashOf(kept)).toBe(hashOf(FIRST));
  expect(formProblems(nextForm())).toEqual([]);
  const other = JSON.stringify({ pages: FIRST.pages }).replace('"maximum":800', '"maximum":790');
  expect(hashOf(indexForm(JSON.parse(other), FIRST.words))).not.toBe(hashOf(FIRST));
});

test('each serving form is stored once, under the next number, even if several servers start at once', async () => {
  const elsewhere = { ...first.deps.forms.first, partner: { ...partner, slug: 'elsewhere' } };
  const start = (form: Form) => recordReleases(first.db, servedForms({ ...elsewhere, form }), DAY);
  for (const form of [FIRST, nextForm()]) await Promise.all([1, 2, 3].map(() => start(form)));
  await start(FIRST);
  const kept = (await releases()).filter((release) => release.partner === 'elsewhere');
  expect(kept.map(({ number, hash }) => [number, hash])).toEqual([
    [1, hashOf(FIRST)],
    [2, hashOf(nextForm())],
  ]);
});

test('a release has its words in each language of its time, and other words in one of them make a new release', async () => {
  const translated = pseudoForm(definition);
  const translations = [{ locale: 'fi', words: formWords(translated) }];
  const form = englishForm({ ...definition, translations });
  expect(formProblems(form)).toEqual([]);
  await recordReleases(first.db, served(form), DAY);
  const draft = { form: 'freshman', release_id: null };
  const kept = await formOf(first.deps, draft, { form_version: hashOf(form) });
  const [finnish] = kept.translations ?? [];
  if (finnish === undefined) throw new Error('The release has one language.');
  expect(kept.pages).toEqual(form.pages);
  expect(withWords(kept, finnish).pages).toEqual(JSON.parse(JSON.stringify(translated.pages)));
  const words = { ...finnish.words, 'first_name.label': 'Etunimi' };
  expect(hashOf(englishForm({ ...definition, translations: [{ ...finnish, words }] }))).not.toBe(hashOf(form));
});

test('a submission is shown and exported with its own form, a draft with the serving one', async () => {
  const overrides = { gender: 'female', gender_desc: 'Female', preferred_name: 'Addie' };
  const [ada, bo] = [await newApplicant(first), await newApplicant(first)];
  await fillIn(first, ada, overrides);
  expect((await ada.call(submit)).status).toBe(200);
  await fillIn(first, bo, overrides);

  const view = async (applicationId: string) => {
    const application = await first.db
      .selectFrom('application')
      .selectAll()
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow();
    const service_token = await mintStaffToken({ ...next.deps, operator: 'grace' }, application, 9);
    return (await next.client().call(serviceApplication, { query: { service_token } })).body;
  };
  const [sent, draft] = [await view(ada.applicationId), await view(bo.applicationId)];
  expect(sent.form).toEqual(JSON.parse(JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })));
  expect(draft.form).toBeUndefined();

  const answers = answerReader(next.deps.config.secret, createLog('silent'));
  const ids = [ada.applicationId, bo.applicationId];
  const exported = await readApplicationsOf({ ...next.deps, answers }, ids, true);
  const exportedForm = (id: string) => exported.find(({ application }) => application.id === id)?.form;
  expect(asJson(exportedForm(ada.applicationId)?.pages)).toEqual(asJson(FIRST.pages));
  expect(exportedForm(bo.applicationId)).toBe(next.form);
});

/** A stand-in for the web app's service view that prints its input. */
const PRINT_PAGE = `
export const styles = '';
export function renderPrintPage({ form, ...application }) {
  return JSON.stringify({ form: form ?? 'today', ...application });
}`;

const definitionOf = ({ pages, roles }: Form) => ({ pages, roles });
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The dependencies of printing at this server, and the printed pages.  */
async function printingAt(server: TestApp) {
  const webRoot = await mkdtemp(path.join(tmpdir(), 'firstyear-print-'));
  for (const code of LANGUAGE_CODES) await writeFile(path.join(webRoot, fileIn(code, PRINT_PAGE_FILE)), PRINT_PAGE);
  const page = await servePrintPage({ ...server.deps, webRoot });
  const prints: unknown[] = [];
  const browser: PrintingBrowser = {
    concurrency: 1,
    warm: async () => {},
    close: async () => {},
    print: async ({ url, ...heads }) => {
      const drawn: { readonly form: unknown } = JSON.parse(await (await fetch(url)).text());
      prints.push({
        ...heads,
        ...drawn,
        form: drawn.form === 'today' ? asJson(definitionOf(server.form)) : drawn.form,
      });
      const sheets = await PDFDocument.create();
      for (let sheet = 0; sheet < 2; sheet += 1) sheets.addPage();
      return sheets.save();
    },
  };
  const { db, clock, deps } = server;
  const answers = answerReader(deps.config.secret, createLog('silent'));
  const objects = objectStoreOf(deps.config);
  const printing = { db, forms: deps.forms, clock: clock.now, answers, browser, objects, internalUrl: page.url };
  const stop = async () => {
    await page.stop();
    await rm(webRoot, { recursive: true });
  };
  return { printing, prints, stop };
}

/** Everything that shows a submission at this server, each with its form. */
async function everythingShown(server: TestApp, ada: Applicant, session: Client) {
  const written = <T extends { readonly form?: unknown }>(body: T) =>
    asJson({ ...body, form: body.form ?? definitionOf(server.form) });
  const { printing, prints, stop } = await printingAt(server);
  const { db, forms, answers } = printing;
  try {
    await printApplication(printing, ada.applicationId);
    const application = await findApplicationById(db, ada.applicationId);
    if (!application) throw new Error('The application is gone.');
    const service_token = await mintStaffToken({ ...server.deps, operator: 'grace' }, application, 9);
    const exported = await readApplicationsOf({ db, forms, answers }, [application.id], true);
    return {
      view: written((await server.client().call(serviceApplication, { query: { service_token } })).body),
      prints,
      exported: exported.map((item) => [jsonLine(item), asJson(definitionOf(item.form))]),
      // The data of /completion.
      profile: written((await session.call(profile)).body),
      submittedAgain: written((await session.call(submit)).body),
      receipts: (await mailsTo(db, ada.email)).filter(({ kind }) => kind === 'receipt'),
    };
  } finally {
    await stop();
  }
}

test("view, print, export, /completion and receipt of a submission don't change with the form", async () => {
  const ada = await newApplicant(first);
  await fillIn(first, ada, { gender: 'female', gender_desc: 'Female', preferred_name: 'Addie', toefl_score: '98' });
  const scan = await PDFDocument.create();
  scan.addPage();
  const content = await scan.save();
  expect((await upload(first, ada, content, 'record of Ada.pdf')).status).toBe(200);
  await endConversion(first, ada.applicationId);
  const { pdf_key } = await documentOf(first, ada);
  await objectStoreOf(first.deps.config).put(pdf_key ?? '', content);
  expect((await ada.call(submit)).status).toBe(200);
  const session = next.client();
  for (const [name, value] of ada.cookies) session.cookies.set(name, value);
  const before = await everythingShown(first, ada, ada);
  expect(before.receipts).toHaveLength(1);
  expect(JSON.stringify(before.prints)).toContain('High school transcript');
  expect(await everythingShown(next, ada, session)).toEqual(before);

  const rows = await first.db
    .selectFrom('submission')
    .innerJoin('form_release', 'form_release.id', 'submission.release_id')
    .select(['number', 'hash', 'form_version'])
    .where('application_id', '=', ada.applicationId)
    .execute();
  expect(rows).toEqual([{ number: expect.any(Number), hash: hashOf(FIRST), form_version: hashOf(FIRST) }]);
});

test('an application whose form is no longer served is read with the release that it names', async () => {
  const retired = { ...first.deps.forms.first, id: 'retired', form: nextForm() };
  const [served] = (await recordReleases(first.db, servedForms(retired), DAY)).all;
  if (!served) throw new Error('There is no form.');
  const found = await formOf(first.deps, { form: 'retired', release_id: served.releaseId }, undefined);
  expect(asJson(definitionOf(found))).toEqual(asJson(definitionOf(nextForm())));
  expect(await formOf(first.deps, { form: 'retired', release_id: null }, undefined)).toBe(first.form);
});

test('in Spanish, a submission with an earlier form is read in the Spanish of that form, on screen and on paper', async () => {
  const ada = await newApplicant(first);
  await fillIn(first, ada, { gender: 'female' });
  ada.cookies.set('language', 'es');
  expect((await ada.call(submit)).status).toBe(200);
  const later = at(next, ada);
  const { form } = (await later.call(profile)).body;
  expect(form?.pages).toEqual(asJson(spanish.pages));
  expect((await later.call(submit)).body.form).toEqual(form);
  const { printing, prints, stop } = await printingAt(next);
  await printApplication(printing, ada.applicationId, SPANISH).finally(stop);
  expect(prints).toMatchObject([{ form, head: { sheet: 'Página {page} de {pages}' } }]);
  later.cookies.set('language', 'en');
  expect((await later.call(profile)).body.form).toEqual(asJson(definitionOf(FIRST)));
  // This form has no Spanish.
  expect(readableIn(next.form, first.form, SPANISH)).toBe(ENGLISH);
});

test('a season that begins beside applications of another one is reported at a start, in case nobody meant it', async () => {
  const { accountId } = await newApplicant(first);
  const inSeason = (season: string) => servedForms({ ...first.deps.forms.first, season });
  expect(await describeOtherSeasons(first.db, inSeason('2027'))).toEqual([]);
  expect(await describeOtherSeasons(first.db, inSeason('2028'))).toEqual([
    expect.stringMatching(/^The form freshman begins the season 2028: .* \(\d+ of 2027\)\. If you didn't mean this/),
  ]);
  await readApplication(first.db, { accountId, served: inSeason('2028').first }, first.clock.now());
  expect(await describeOtherSeasons(first.db, inSeason('2028'))).toEqual([]);
});
