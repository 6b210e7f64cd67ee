import { randomUUID } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { CallOptions } from '@firstyear/api-client';
import { paths } from '@firstyear/api-contract/addresses';
import { lastPage, webStatus } from '@firstyear/api-contract/application';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import { sendCorrection } from '@firstyear/api-contract/corrections';
import * as desk from '@firstyear/api-contract/desk';
import { type Answers, type Form, isChoice, momentOf, optionsOf } from '@firstyear/form-engine';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { timeTasks } from '../../checks/support/numbers.ts';
import { clientOf, isOpenConversion, Person, type Place, postFile } from '../../checks/support/person.ts';
import { waitFor } from '../../checks/support/processes.ts';
import type { Applicant } from './people.ts';

/** Makes a call as one colleague of the office. */
export type OfficeCall = <C extends Call>(call: C, options?: CallOptions<C>) => Promise<ResponseOf<C>>;

const BROWSERS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
];
const SCHOOLS = ['Sampleton High School', 'Testville Academy', 'Invented Falls High School', 'Lantern Hill School'];
const DAY_MS = 86_400_000;
/** A web server refuses logins while many passwords are waiting to be hashed. */
const AT_ONCE = 4;

interface Applying {
  readonly address: string;
  /** Varies what is the same for nobody: school, major, birthday, device. */
  readonly number: number;
  /** Instead of these. */
  readonly more?: Answers;
}

/** The answers of the applicant with this number, of those that this university asks for. */
function answersOf(form: Form, applicant: Applicant, { address, number, more = {} }: Applying): Answers {
  const moment = momentOf(new Date());
  const { given, family, from, born = `2008-0${1 + (number % 9)}-1${number % 10}`, isComplete = false } = applicant;
  const pick = (key: string): string => {
    const question = form.byKey.get(key)?.question;
    const options = question && isChoice(question) ? optionsOf(question, {}, moment) : [];
    return options === 'text' ? '' : (options[number % options.length]?.value ?? '');
  };
  const home = from.length === 2 ? { country: 'USA', state: from } : { country: from, state: '', zip: '' };
  const answers: Answers = {
    first_name: given,
    last_name: family,
    email_address: address,
    birth_date: born,
    ...home,
    phone_home: `(212) 555-01${String(number).padStart(2, '0')}`,
    preferred_name: '',
    applied_major: pick('applied_major'),
    entry_term: pick('entry_term'),
    hs_name: applicant.school ?? SCHOOLS[number % SCHOOLS.length] ?? '',
  };
  const asked = Object.fromEntries(Object.entries({ ...answers, ...more }).filter(([key]) => form.byKey.has(key)));
  return isComplete ? completeAnswers(form, asked, moment) : minimalAnswers(form, asked, moment);
}

/** A transcript with these titles, one for each sheet, and invented grades. */
async function transcriptOf(titles: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const courses = ['English', 'Algebra', 'Biology', 'World History', 'Spanish', 'Music'];
  for (const title of titles) {
    const sheet = pdf.addPage();
    sheet.drawText(title, { x: 50, y: 770, font });
    for (const [row, course] of courses.entries())
      sheet.drawText(`${course}: ${'ABAAB'[(row + title.length) % 5]}`, { x: 50, y: 720 - 30 * row, font, size: 14 });
  }
  return Buffer.from(await pdf.save());
}

/** Signs up, answers, uploads and submits as this applicant does, in a browser of their own. */
export async function apply(place: Place, form: Form, applicant: Applicant, applying: Applying): Promise<void> {
  const { address, number } = applying;
  const headers = {
    'accept-language': applicant.isSpanish ? 'es-MX' : 'en-US',
    'user-agent': BROWSERS[number % BROWSERS.length] ?? '',
  };
  const person = await Person.register(place, address, undefined, headers);
  const answers = answersOf(form, applicant, applying);
  const isDraft = applicant.fate === 'draft';
  if (!isDraft) await person.fillIn(answers);
  else {
    await person.save(answers);
    await person.send(webStatus, { payload: { web_status: 'started' } });
    await person.send(lastPage, { payload: { last_page: paths.page('education') } });
  }
  if (applicant.transcript) {
    await person.upload('transcript.pdf', await transcriptOf(applicant.transcript));
    await waitFor('The transcript', async () => !isOpenConversion(await person.status()) || undefined);
  }
  if (!isDraft) await person.submit();
}

/** An address of this applicant, which no other number has. */
export function addressOf({ given, family, isTest }: Applicant, number: number): string {
  const letters = `${given} ${family}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '');
  const name = letters.trim().replaceAll(/ +/g, '.') || 'applicant';
  return `${name}.${number}@${isTest ? 'test' : 'mail'}.example`;
}

/** Everybody applies, some at a time. */
export async function applyAll(
  place: Place,
  form: Form,
  people: readonly Applicant[],
  stopSignal: AbortSignal,
): Promise<void> {
  const tasks = people.map((applicant, number) => async () => {
    stopSignal.throwIfAborted();
    await apply(place, form, applicant, { address: addressOf(applicant, number), number });
  });
  await timeTasks(tasks, AT_ONCE);
}

/** The ids of all applications by address. */
export async function idsByAddress(call: OfficeCall): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const filter of [{}, { status: 'test' }] as const) {
    let after: string | null = null;
    do {
      const page: ResponseOf<typeof desk.applications> = await call(desk.applications, {
        query: { ...filter, ...(after !== null && { after }) },
      });
      for (const { email = '', id } of page.rows) ids.set(email, id);
      after = page.next;
    } while (after !== null);
  }
  return ids;
}

/** Puts a scan of a paper there, which came for this item by mail. */
async function putPaper(clerk: OfficeCall, url: string, params: { id: string; item: string }, content: Buffer) {
  const { paper_id, url: store, fields } = await clerk(desk.officeUpload, { params, payload: {} });
  await postFile(clientOf(url), store, fields, content, 'scan.pdf');
  const payload = { paper_id, file_key: fields.key ?? '', file_name: 'scan.pdf' };
  await clerk(desk.officePaper, { params, payload });
}

/** Decides about the items of a checklist, asks for something, and takes another request back. */
async function workThrough({ checklist = [], isAsked = false }: Applicant, id: string, clerk: OfficeCall, url: string) {
  for (const [place, steps] of checklist.entries()) {
    for (const step of steps) {
      const { items } = await clerk(desk.officeChecklist, { params: { id } });
      const item = items.filter(({ rule }) => rule !== null)[place];
      // Another university's items come from others, and take no copies.
      if (!item || (step !== 'put' && !item.acts.includes(step))) continue;
      const { version } = item;
      const params = { id, item: item.id };
      if (step === 'put') await putPaper(clerk, url, params, await transcriptOf([item.title]));
      else if (step === 'waive')
        await clerk(desk.moveOfficeItem, { params, payload: { act: step, version, reason: 'The school has none.' } });
      else if (step === 'return')
        await clerk(desk.moveOfficeItem, { params, payload: { act: step, version, words: 'Page 2 is cut off.' } });
      else await clerk(desk.moveOfficeItem, { params, payload: { act: step, version } });
    }
  }
  if (!isAsked) return;
  const { canned } = await clerk(desk.officeChecklist, { params: { id } });
  const due_on = new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10);
  for (const [place, texts] of canned.slice(0, 2).entries()) {
    const asked = { id: randomUUID(), due_on, ...texts };
    await clerk(desk.requestItem, { params: { id }, payload: asked });
    const cancel = { act: 'cancel', version: 0 } as const;
    if (place === 1) await clerk(desk.moveOfficeItem, { params: { id, item: asked.id }, payload: cancel });
  }
}

/** Asks for another first name. Whoever sends one adds a second name. */
async function askToCorrect({ given, correction }: Applicant, id: string, clerk: OfficeCall, url: string) {
  const words = { title: 'Please check your first name', text: 'Your transcript has another one.' };
  const asked = { id: randomUUID(), request: 'correction' as const, keys: ['first_name'], due_on: null, ...words };
  await clerk(desk.requestItem, { params: { id }, payload: asked });
  if (correction !== 'sent') return;
  const { row } = await clerk(desk.officeApplication, { params: { id } });
  const person = new Person(url, row.email ?? '');
  await person.logIn();
  const payload = { answers: { first_name: `${given} Lee` } };
  await person.client.call(sendCorrection, { params: { id: asked.id }, payload });
}

/** What the office of the product at this address does with one application; the director reopens and withdraws. */
export async function handle(
  applicant: Applicant,
  id: string,
  url: string,
  director: OfficeCall,
  colleagues: Readonly<Record<'clerk' | 'reader', OfficeCall>> = { clerk: director, reader: director },
): Promise<void> {
  const { labels, note, assignedTo, fate } = applicant;
  const params = { id };
  const { clerk, reader } = colleagues;
  if (labels) await clerk(desk.changeLabels, { params, payload: { add: [...labels], remove: [] } });
  if (note !== undefined) await clerk(desk.addNote, { params, payload: { text: note } });
  if (assignedTo) {
    const { id: to } = await colleagues[assignedTo](desk.me);
    await clerk(desk.assign, { params, payload: { to } });
  }
  const { stages } = await clerk(desk.officeChoices);
  const stage = stages[(applicant.stage ?? 0) - 1];
  if (stage) await clerk(desk.setStage, { params, payload: { to: stage.value, from: '' } });
  await workThrough(applicant, id, clerk, url);
  if (applicant.correction) await askToCorrect(applicant, id, clerk, url);
  if (assignedTo === 'reader') {
    await reader(desk.officeApplication, { params });
    await reader(desk.markLookedAt, { params });
  }
  if (fate === 'reopened') await director(desk.reopen, { params, payload: { reason: 'Asked to add a college.' } });
  if (fate === 'withdrawn')
    await director(desk.withdraw, { params, payload: { reason: 'Wrote that she goes elsewhere.' } });
  if (fate === 'draft' && note !== undefined) {
    const until = new Date(Date.now() + 30 * DAY_MS).toISOString();
    await director(desk.extendDeadline, { params, payload: { until, reason: 'Was in the hospital.' } });
  }
}
