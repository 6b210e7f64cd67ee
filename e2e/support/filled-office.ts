import * as desk from '@firstyear/api-contract/desk';
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, test } from '@playwright/test';
import { PEOPLE } from '../../tools/demo/people.ts';
import { apply, handle, type OfficeCall } from '../../tools/demo/season.ts';
import { makeCall } from './call.ts';
import { mailTo } from './mail.ts';
import { newColleague, type OfficeRole } from './office.ts';
import { form, newAddress, OUTBOX } from './product.ts';

/** An office with invented applications in every state, and a colleague of each role. */
export interface FilledOffice {
  /** The school of all applications, which finds them. */
  readonly school: string;
  /** Their ids by family name. */
  readonly ids: ReadonlyMap<string, string>;
  /** Opens a browser context in which a colleague of this role is signed in, or nobody. */
  contextOf(role: OfficeRole | 'nobody', options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** Has a transcript, notes and labels. */
export const FILLED = 'Lanternby';
/** Was sent, and reopened. */
export const REOPENED = 'Sampleton';
export const DRAFT = 'Halfway';

/** Seven of the demonstration. */
const FAMILIES = [FILLED, 'García Inventada', 'Beispiel', 'Examplewood', 'דוגמה', REOPENED, DRAFT];
const CHOSEN = PEOPLE.filter(({ family }) => FAMILIES.includes(family));

const purpose = 'For the scholarship committee.';
/** Sessions end after 15 idle minutes, so an older one is replaced. */
const MAX_AGE_MS = 10 * 60_000;

/** Fills an office. Searching for the school hides applications of other walks. */
export async function fillOffice(browser: Browser): Promise<FilledOffice> {
  const letters = [...String(process.pid)].map((digit) => 'aeioudrnls'[Number(digit)]).join('');
  // Unlike every name here, since the search shows similar ones.
  const school = `Zug${letters} High School`;
  const place = { url: String(test.info().project.use.baseURL), mailbox: { mailsTo: mailTo.bind(undefined, OUTBOX) } };
  for (const [number, applicant] of CHOSEN.entries()) {
    // Drafts aren't found by their answers, so this one has the school in its address.
    const address = applicant.fate === 'draft' ? school.toLowerCase().replaceAll(' ', '.') : 'ada';
    await apply(place, form, applicant, { address: newAddress(address), number, more: { hs_name: school } });
  }

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
  expect(rows).toHaveLength(CHOSEN.length);
  const ids = new Map(rows.map(({ family_name, id }) => [family_name, id]));
  for (const applicant of CHOSEN) {
    const call: OfficeCall = (asked, options) => makeCall(request, asked, options);
    await handle(applicant, ids.get(applicant.family) ?? '', place.url, call);
  }
  const filter = { q: school };
  const counted = { format: 'people_xlsx', filter, since_last: false } as const;
  const { previewed } = await makeCall(request, desk.previewExport, { payload: counted });
  const { id } = await makeCall(request, desk.startExport, {
    payload: { ...counted, previewed, purpose, receiver: null },
  });
  await expect
    .poll(async () => (await makeCall(request, desk.exportsList)).exports.find((item) => item.id === id)?.state)
    .toBe('done');
  await request.get(desk.officePaths.exportFile(id));
  await context.close();
  return { school, ids, contextOf };
}
