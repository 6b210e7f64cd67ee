import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HELP_PATH } from '@firstyear/api-contract/addresses';
import * as desk from '@firstyear/api-contract/desk';
import { helpLook, helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import { itemPaper, itemUpload, myItems } from '@firstyear/api-contract/items';
import { momentOf } from '@firstyear/form-engine';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { readPdf } from '../../../e2e/support/pdf.ts';
import { pdfOf } from '../../../e2e/support/sample-files.ts';
import { addColleague } from '../../support/colleague.ts';
import { findMailProblems, startMailServer } from '../../support/mailbox.ts';
import { clientOf, FORM, Person, type Place, store } from '../../support/person.ts';
import { retry, waitFor } from '../../support/processes.ts';
import { connect, startProduct } from '../../support/product.ts';
import type { Scenario } from '../support/scenario.ts';

const STUDENTS = 4;
const ROUNDS = 8;
const WITHIN = { withinMs: 180_000, everyMs: 200 };
const WHY = 'Page 2 is cut off.';
const COMPLETE = 'We have everything for your application';

/** A file that was uploaded for an item, as the call that sends it takes it. */
interface Uploaded {
  readonly paper_id: string;
  readonly file_key: string;
  readonly file_name: string;
  readonly file_size: number;
}

/** An applicant or a counselor, who sends papers for one item. */
interface Sender {
  readonly name: string;
  readonly item: string;
  readonly url: string;
  allow(file_size: number): Promise<{ paper_id: string; url: string; fields: Readonly<Record<string, string>> }>;
  take(uploaded: Uploaded): Promise<unknown>;
}

/** An applicant who has submitted, as the sender of a copy of the transcript. */
export async function asSender({ url, client, address }: Person): Promise<Sender> {
  const { items } = await client.call(myItems);
  const id = items.find(({ may_send }) => may_send)?.id ?? '';
  return {
    ...{ name: address, item: id, url },
    allow: (file_size) => client.call(itemUpload, { params: { id }, payload: { file_size } }),
    take: (payload) => client.call(itemPaper, { params: { id }, payload }),
  };
}

/** The counselor of one student, as the sender of the report. */
async function asCounselor({ url, mailbox }: Place, address: string): Promise<Sender> {
  const client = clientOf(url);
  const mailed = async () =>
    (await mailbox.mailsTo(address)).flatMap(({ text }) => new RegExp(`${HELP_PATH}/([\\w-]+)`).exec(text)?.[1] ?? []);
  const token = await waitFor(`The mail to ${address}`, async () => (await mailed())[0], WITHIN);
  const { students } = await client.call(helpLook, { payload: { token } });
  const item = students[0]?.items.at(-1)?.id ?? '';
  return {
    ...{ name: address, item, url },
    allow: (file_size) => client.call(helpUpload, { payload: { token, item, file_size } }),
    take: (payload) => client.call(helpPaper, { payload: { token, item, ...payload } }),
  };
}

/** Uploads a file with these words for the sender's item. */
async function uploadPaper({ url, allow }: Sender, words: string): Promise<Uploaded> {
  const [content, file_name] = [await pdfOf([words]), 'scan.pdf'];
  const { paper_id, ...form } = await allow(content.length);
  await store(url, form, content, file_name);
  return { paper_id, file_key: form.fields.key ?? '', file_name, file_size: content.length };
}

export const sendPaper = async (sender: Sender, words: string) => sender.take(await uploadPaper(sender, words));

/** A student with what was acknowledged: the words of each paper by its id. */
interface Student {
  readonly id: string;
  readonly person: Person;
  readonly senders: readonly Sender[];
  readonly sent: Map<string, { readonly item: string; readonly words: string }>;
}

export const papers: Scenario = {
  number: 23,
  name: 'papers',
  title: 'Web server and worker are killed while papers come',
  run: async (run) => {
    const mail = await startMailServer(run);
    const product = await startProduct(run, { env: { SMTP_URL: mail.url } });
    const place = { url: product.url, mailbox: mail };
    const clerk = clientOf(product.url);
    await addColleague(clerk, product.operate, { email: 'grace@office.example', role: 'clerk' });
    const people = await Person.registerAll(place, STUDENTS, 'student');
    const students: Student[] = [];
    for (const [number, person] of people.entries()) {
      const counselor = `casey.counselor.${number}@school.example`;
      await person.fillIn(minimalAnswers(FORM, { counselor_email_address: counselor }, momentOf(new Date())));
      await person.submit();
      const { rows } = await clerk.call(desk.applications, { query: { q: person.address } });
      const senders = [await asSender(person), await asCounselor(place, counselor)];
      students.push({ id: rows[0]?.id ?? '', person, senders, sent: new Map() });
    }
    let kills = 0;
    /** Kills a web server or worker while work goes on that repeats what fails. */
    const during = async (work: Promise<unknown>, ...doomed: readonly { replace(): Promise<void> }[]) => {
      await sleep(randomInt(20, 300));
      for (const one of doomed) await one.replace();
      kills += doomed.length;
      await work;
    };
    const sendAll = async (round: number, ...doomed: readonly { replace(): Promise<void> }[]) => {
      const uploads = students.flatMap(({ senders, sent }) =>
        senders.map(async (sender) => {
          const words = `Paper ${round} of ${sender.name}.`;
          return { sender, sent, words, uploaded: await retry('An upload', () => uploadPaper(sender, words), WITHIN) };
        }),
      );
      await during(Promise.all(uploads), product.web);
      await product.web.replace();
      kills += 1;
      const taking = (await Promise.all(uploads)).map(async ({ sender, sent, words, uploaded }) => {
        await retry('A paper', () => sender.take(uploaded), WITHIN);
        await retry('The same paper', () => sender.take(uploaded), WITHIN);
        sent.set(uploaded.paper_id, { item: sender.item, words });
      });
      await during(Promise.all(taking), ...doomed);
    };
    const checklistOf = ({ id }: Student) =>
      retry('A checklist', () => clerk.call(desk.officeChecklist, { params: { id } }), WITHIN);
    const problems: string[] = [];
    const check = async (student: Student) => {
      const settled = async () => {
        const { items } = await checklistOf(student);
        return items.some(({ papers }) => papers.some(({ state }) => state === 'waiting')) ? undefined : items;
      };
      const items = await waitFor('The end of the conversions', settled, WITHIN);
      const found = items.flatMap(({ id, papers }) => papers.map((paper) => ({ item: id, ...paper })));
      if (found.length !== student.sent.size)
        problems.push(`${found.length} papers of ${student.sent.size} are there.`);
      for (const { id, item, href } of found) {
        const { body } = await clerk.send({ method: 'GET', path: href ?? '/' });
        const text = await readPdf(body).then(({ all }) => all, String);
        const sent = student.sent.get(id);
        if (sent?.item !== item || !text.includes(sent.words))
          problems.push(`A paper is at another item, or is "${text}".`);
      }
    };
    /** Moves the items of a student to a state, unless they are there already. */
    const decide = async (student: Student, act: 'accept' | 'return', state: string, ids?: readonly string[]) => {
      const { id } = student;
      for (const item of ids ?? (await checklistOf(student)).items.map((one) => one.id))
        await retry(
          'A decision',
          async () => {
            const now = (await checklistOf(student)).items.find((one) => one.id === item);
            if (now === undefined || now.state === state) return;
            const { version } = now;
            const payload = act === 'return' ? { act, version, words: WHY } : { act, version };
            await clerk.call(desk.moveOfficeItem, { params: { id, item }, payload });
          },
          WITHIN,
        );
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await sendAll(round, round % 2 === 0 ? product.worker : product.web);
      console.log(`round ${round + 1}: ${kills} kills`);
    }
    for (const student of students) await check(student);
    await mail.close();
    const first = ({ senders }: Student) => senders.slice(0, 1).map(({ item }) => item);
    await during(
      Promise.all(students.map((student) => decide(student, 'return', 'returned', first(student)))),
      product.web,
    );
    await sendAll(ROUNDS, product.web, product.worker);
    for (const student of students) await check(student);
    await during(
      Promise.all(students.map((student) => decide(student, 'accept', 'accepted'))),
      product.web,
      product.worker,
    );
    await mail.open();
    const addresses = people.map(({ address }) => address);
    for (const words of [WHY, COMPLETE]) problems.push(...(await findMailProblems(mail, addresses, words)));
    const client = await connect(run, product.databaseUrl);
    const twice = `select from audit_event where kind in ('item_decided', 'paper_sent') group by detail having count(*) > 1`;
    const { rowCount } = await client.query(twice);
    const all = students.flatMap(({ sent }) => [...sent]).length;
    return {
      runs: kills,
      acknowledged: all,
      lost: problems.length,
      seen: `${all} papers of ${STUDENTS} students and their counselors.`,
      problems: [...problems, rowCount !== 0 && 'Something was recorded twice.'],
    };
  },
};
