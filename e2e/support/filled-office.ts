import { lastPage, submit, webStatus } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { type Answers, listOptions } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { type Browser, type BrowserContext, type BrowserContextOptions, expect } from '@playwright/test';
import { beginSession, createAccount, saveAnswers } from './applicant.ts';
import { makeCall } from './call.ts';
import { newColleague, type OfficeRole } from './office.ts';
import { form, newAddress, now } from './product.ts';
import { fieldOf, uploadTranscript } from './uploads.ts';

/** An office with invented applications in every state, and a colleague of each role. */
export interface FilledOffice {
  /** The school of all applications, which finds them. */
  readonly school: string;
  /** Their ids by family name. */
  readonly ids: ReadonlyMap<string, string>;
  /** Opens a browser context in which a colleague of this role is signed in, or nobody. */
  contextOf(role: OfficeRole | 'nobody', options?: BrowserContextOptions): Promise<BrowserContext>;
}

const majors = fieldOf('applied_major').question;
const [FIRST = '', SECOND = '', THIRD = ''] =
  majors.kind === 'select' ? listOptions(majors.options, now()).map(({ value }) => value) : [];
const OHIO = { state: 'OH', zip: '43004' };
/** Given and family name, other answers, and the language at submission. */
const PEOPLE: readonly (readonly [given: string, family: string, answers: Answers, locale?: string])[] = [
  ['Ada', 'Lanternby', { applied_major: FIRST, preferred_name: 'Addie' }],
  ['María José', 'Inventado', { applied_major: SECOND }, 'es-MX'],
  ['Jürgen', 'Beispiel', { applied_major: THIRD, ...OHIO }],
  ['Noor', 'Examplewood', { applied_major: FIRST, ...OHIO }],
  ['נועה', 'דוגמה', { applied_major: SECOND }],
  ['Wei', 'Sampleton', { applied_major: THIRD }],
];
/** Has a transcript, notes and labels. */
export const FILLED = 'Lanternby';
/** Was sent, and reopened. */
export const REOPENED = 'Sampleton';
export const DRAFT = 'Halfway';

const purpose = 'For the scholarship committee.';
/** Sessions end after 15 idle minutes, so an older one is replaced. */
const MAX_AGE_MS = 10 * 60_000;

async function apply(
  browser: Browser,
  answers: Answers,
  { locale = 'en-US', isDraft = false, hasTranscript = false, address = 'ada' },
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const username = newAddress(address);
  await createAccount(page.request, username);
  await beginSession(page.request, username);
  await saveAnswers(page, completeAnswers(form, { email_address: username, preferred_name: '', ...answers }));
  await makeCall(page.request, webStatus, { payload: { web_status: 'started' } });
  await makeCall(page.request, lastPage, { payload: { last_page: '/education' } });
  if (hasTranscript) await uploadTranscript(page, ['A record of Ada', 'Its second page', 'Its third page']);
  if (!isDraft) {
    await makeCall(page.request, webStatus, { payload: { web_status: 'validating' } });
    await makeCall(page.request, submit, { headers: { 'accept-language': locale } });
  }
  await context.close();
}

/** Fills an office. Searching for the school hides applications of other walks. */
export async function fillOffice(browser: Browser): Promise<FilledOffice> {
  const letters = [...String(process.pid)].map((digit) => 'aeioudrnls'[Number(digit)]).join('');
  // Unlike every name here, since the search shows similar ones.
  const school = `Zug${letters} High School`;
  for (const [first_name, last_name, answers, locale] of PEOPLE) {
    const options = { hasTranscript: last_name === FILLED, ...(locale !== undefined && { locale }) };
    await apply(browser, { first_name, last_name, hs_name: school, ...answers }, options);
  }
  // Drafts aren't found by their answers, so this one has the school in its address.
  const address = school.toLowerCase().replaceAll(' ', '.');
  await apply(browser, { first_name: 'Omar', last_name: DRAFT, hs_name: school }, { isDraft: true, address });

  const signedIn = new Map<OfficeRole, { state: Awaited<ReturnType<BrowserContext['storageState']>>; at: number }>();
  const contextOf: FilledOffice['contextOf'] = async (role, options = {}) => {
    if (role === 'nobody') return browser.newContext(options);
    const session = signedIn.get(role);
    if (session && Date.now() - session.at < MAX_AGE_MS)
      return browser.newContext({ ...options, storageState: session.state });
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await newColleague(page, role);
    await page.close();
    signedIn.set(role, { state: await context.storageState(), at: Date.now() });
    return context;
  };
  const context = await contextOf('director');
  const { request } = context;
  const { rows } = await makeCall(request, desk.applications, { query: { q: school } });
  expect(rows).toHaveLength(PEOPLE.length + 1);
  const ids = new Map(rows.map(({ family_name, id }) => [family_name, id]));
  const params = { id: ids.get(FILLED) ?? '' };
  await makeCall(request, desk.changeLabels, { params, payload: { add: ['first-gen', 'honors'], remove: [] } });
  const { id: to } = await makeCall(request, desk.me);
  await makeCall(request, desk.assign, { params, payload: { to } });
  await makeCall(request, desk.addNote, {
    params,
    payload: { text: 'Called about the transcript. It is on its way.' },
  });
  const reopened = { id: ids.get(REOPENED) ?? '' };
  await makeCall(request, desk.reopen, { params: reopened, payload: { reason: 'Asked to add a college.' } });
  const draft = { id: ids.get(DRAFT) ?? '' };
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await makeCall(request, desk.extendDeadline, { params: draft, payload: { until, reason: 'Was in the hospital.' } });
  const filter = { q: school };
  const counted = { format: 'people_xlsx', filter, since_last: false } as const;
  const { previewed } = await makeCall(request, desk.previewExport, { payload: counted });
  const { id } = await makeCall(request, desk.startExport, {
    payload: { ...counted, previewed, purpose, receiver: null },
  });
  await expect
    .poll(async () => (await makeCall(request, desk.exportsList)).exports.find((item) => item.id === id)?.state, {
      timeout: 60_000,
    })
    .toBe('done');
  await request.get(desk.officePaths.exportFile(id));
  await context.close();
  return { school, ids, contextOf };
}
