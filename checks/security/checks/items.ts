import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { HELP_PATH } from '@firstyear/api-contract/addresses';
import { profile, serviceApplication } from '@firstyear/api-contract/application';
import { SESSION_COOKIE, STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { helpDecline, helpLook, helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import { itemPaper, itemReply, itemUpload, type MyItem, myItems } from '@firstyear/api-contract/items';
import type { Answers } from '@firstyear/form-engine';
import PostalMime from 'postal-mime';
import { CannotRun } from '../../support/command.ts';
import { type Check, quick } from '../check.ts';
import { insist, insistRefused, insistStatus } from '../finding.ts';
import { postUpload, type Target, type Visitor } from '../target.ts';
import { submitApplication } from './access.ts';
import { addColleague } from './office.ts';

const CONTENT = Buffer.from('%PDF-1.7\n');
const FILE = { file_name: 'scan.pdf', file_size: CONTENT.length };

const itemsOf = async (visitor: Visitor): Promise<readonly MyItem[]> => (await visitor.call(myItems)).items;

/** An applicant who has submitted, and the address of the counselor. */
async function asking(target: Target, own: Answers = {}) {
  const key = target.options.form.roles.counselor_email;
  if (key === undefined) throw new CannotRun('the form asks for no counselor');
  const [{ visitor, username }, counselor] = [await target.person(), target.newAddress()];
  await submitApplication(target, visitor, { [key]: counselor, ...own });
  return { visitor, username, counselor };
}

/** The mails to an address, as a mail program reads them. */
async function readMails(target: Target, address: string) {
  const { outbox = '' } = target.options;
  const files = (await target.mails(address)).map(({ file }) => readFile(path.join(outbox, file)));
  return Promise.all(files.map(async (file) => PostalMime.parse(await file)));
}

const HELP_TEST = 'apps/server/src/modules/application/helpers/help-page.test.ts';
const ITEMS_TEST = 'apps/server/src/modules/application/items/items.test.ts';
const LETTERS_TEST = 'apps/server/src/modules/office/one-application/letters.test.ts';

export const ITEM_CHECKS: readonly Check[] = [
  quick('B43', "a counselor's link opens the papers of its students alone", HELP_TEST, async (target) => {
    const [ada, bob] = [await asking(target), await asking(target)];
    const [token, stranger] = [await target.helpToken(ada.counselor), target.visitor()];
    const { students } = await stranger.call(helpLook, { payload: { token } });
    const bobs = (await itemsOf(bob.visitor)).find(({ source }) => source === 'school')?.id ?? '';
    const [own] = students;
    insist(students.length === 1 && own !== undefined && bobs !== '', `a link shows ${students.length} students`);
    const { status } = await target.get(`${HELP_PATH}/${token}`);
    insistStatus({ status }, 200, 'the page of a link');
    const bobsToken = await target.helpToken(bob.counselor);
    const form = await target.visitor().call(helpUpload, { payload: { token: bobsToken, item: bobs, file_size: 9 } });
    await postUpload({ url: new URL(form.url, target.baseUrl).href, fields: form.fields }, CONTENT);
    const bobsFile = { paper_id: form.paper_id, file_key: form.fields.key ?? '', ...FILE };
    const asSession = (name: string) => {
      const visitor = target.visitor();
      visitor.cookies.set(name, token);
      return visitor;
    };
    const ownItem = own.items[0]?.id ?? '';
    const attempts = {
      'a made-up link': await stranger.exchange(helpLook, { payload: { token: 'A'.repeat(43) } }),
      'a shortened one': await stranger.exchange(helpLook, { payload: { token: token.slice(0, -1) } }),
      "another's student": await stranger.exchange(helpUpload, { payload: { token, item: bobs, file_size: 9 } }),
      "another's file": await stranger.exchange(helpPaper, { payload: { token, item: ownItem, ...bobsFile } }),
      'as a session': await asSession(SESSION_COOKIE).exchange(profile),
      "as the office's": await asSession(STAFF_COOKIE).exchange(desk.me),
      'as a service link': await stranger.exchange(serviceApplication, { query: { service_token: token } }),
      'from another site': await stranger.exchange(helpLook, {
        payload: { token },
        headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      }),
    };
    const decline = { token: bobsToken, student: own.id, reason: 'declined', right_email: '' } as const;
    await stranger.exchange(helpDecline, { payload: decline });
    const after = await stranger.call(helpLook, { payload: { token } });
    insist(JSON.stringify(after.students) === JSON.stringify(students), "strangers change what a link's page shows");
    insistRefused(attempts);
  }),
  quick('B44', "another applicant's items take and show nothing", ITEMS_TEST, async (target) => {
    const [ada, bob] = [await asking(target), await asking(target)];
    const [adas, bobs] = [await itemsOf(ada.visitor), await itemsOf(bob.visitor)];
    const [hers, his] = [adas, bobs].map((items) => ({ id: items.find(({ may_send }) => may_send)?.id ?? '' }));
    if (!hers?.id || !his?.id) throw new CannotRun('applicants send nothing for an item of this university');
    const { visitor } = bob;
    const form = await ada.visitor.call(itemUpload, { params: hers, payload: {} });
    await postUpload({ url: new URL(form.url, target.baseUrl).href, fields: form.fields }, CONTENT);
    const payload = { paper_id: form.paper_id, file_key: form.fields.key ?? '', ...FILE };
    const closed = { id: adas.find(({ may_send }) => !may_send)?.id ?? randomUUID() };
    insistRefused({
      'an upload': await visitor.exchange(itemUpload, { params: hers, payload: {} }),
      'a reply': await visitor.exchange(itemReply, { params: hers, payload: { text: 'Mine.' } }),
      'her file as hers': await visitor.exchange(itemPaper, { params: hers, payload }),
      'her file as his': await visitor.exchange(itemPaper, { params: his, payload }),
      'what the school sends': await ada.visitor.exchange(itemUpload, { params: closed, payload: {} }),
      'a made-up file': await visitor.exchange(itemPaper, {
        params: his,
        payload: { ...payload, file_key: '../secret-key' },
      }),
    });
    const papers = [...(await itemsOf(ada.visitor)), ...(await itemsOf(visitor))].flatMap((item) => item.papers);
    insist(papers.length === 0, 'a refused file is a paper');
  }),
  quick('B45', 'nothing typed adds a header, a link or markup to a mail', LETTERS_TEST, async (target) => {
    const ada = await asking(target, { first_name: 'See https://evil.example/x now' });
    const { visitor: clerk } = await addColleague(target, 'clerk');
    const { rows } = await clerk.call(desk.applications, { query: { q: ada.username } });
    const id = rows[0]?.id ?? '';
    const odd = 'Grades\r\nBcc: mallory@evil.example\u202E';
    const text = 'One.\r\n.\r\nFrom: mallory@evil.example\r\n\u202E<img src=x onerror=alert(1)>';
    const attempt = randomUUID();
    const sent = await clerk.exchange(desk.sendMessage, {
      params: { id },
      payload: { attempt, message: { subject: odd, text } },
    });
    insistStatus(sent, 200, 'a message');
    const request = { id: attempt, request: 'explanation', title: odd, text, due_on: null } as const;
    insistStatus(await clerk.exchange(desk.requestItem, { params: { id }, payload: request }), 200, 'a request');
    const isSent = [/^Grades Bcc: mallory/, /one more thing from you: Grades Bcc/];
    for (const words of isSent)
      await target.mail(ada.username, (mail) => words.test(mail.subject) || words.test(mail.text));
    const reply = await ada.visitor.exchange(itemReply, { params: { id: attempt }, payload: { text } });
    insistStatus(reply, 200, 'an explanation');
    const { text: checklist } = await clerk.exchange(desk.officeChecklist, { params: { id } });
    const mails = await readMails(target, ada.username);
    const added = mails.find(
      ({ cc, bcc, html, to, attachments }) => cc ?? bcc ?? html ?? (to?.length !== 1 || attachments.length > 0),
    );
    insist(added === undefined, `what staff type adds to the mail "${added?.subject ?? ''}"`);
    const texts = mails.map(({ subject, text }) => `${subject}${text}`);
    insist(![checklist, ...texts].join().includes('\u202E'), 'what is typed turns the text around it');
    const asked = await target.mail(ada.counselor);
    insist(!/evil\.example/.test(asked.subject + asked.text), "an applicant's name becomes a link in a mail");
  }),
];
