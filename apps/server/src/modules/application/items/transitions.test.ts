import { randomUUID } from 'node:crypto';
import { submit } from '@firstyear/api-contract/application';
import { sendCorrection } from '@firstyear/api-contract/corrections';
import * as desk from '@firstyear/api-contract/desk';
import { helpPaper } from '@firstyear/api-contract/helpers';
import { ITEM_STATES, type ItemState, stateAfter } from '@firstyear/api-contract/item-states';
import { itemPaper, itemReply, myItems, type RequestKind } from '@firstyear/api-contract/items';
import { ConversionError } from '@firstyear/document-converter';
import { afterAll, expect, test } from 'vitest';
import { mailsTo } from '../../../testing/mail.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { asks, PDF, sendHelp, tokenTo, uploadHelp } from '../helpers/helpers.testing.ts';
import { type Applicant, fillIn, submitted } from '../row/applicant.testing.ts';
import {
  convertDependencies,
  converterOf,
  convertingServer,
  convertNext,
  takeAsPdf,
} from '../uploads/converting.testing.ts';
import { itemIdOf, itemsOf, sendPaper, uploadPaper } from './items.testing.ts';

/** What senders, the converter and a changed submission make of an item in each state; the office's acts are in checklist.test.ts. */

const server = await convertingServer();
afterAll(() => server.stop());
const director = await newColleague(server, 'director');
let counselors = 0;

const idOf = ({ applicationId }: Applicant, rule: string) => itemIdOf(server, applicationId, rule);
const setState = (id: string, state: ItemState) =>
  server.db.updateTable('item').set({ state, came_at: server.clock.now() }).where('id', '=', id).execute();
const rowOf = (id: string) =>
  server.db.selectFrom('item').select(['state', 'came_at']).where('id', '=', id).executeTakeFirstOrThrow();
const stateOf = async (id: string): Promise<ItemState> => (await rowOf(id)).state;
async function ask({ applicationId }: Applicant, request: RequestKind, keys?: string[]): Promise<string> {
  const id = randomUUID();
  const payload = { id, request, title: 'Your name', text: '', due_on: null, ...(keys && { keys }) };
  const { status } = await director.call(desk.requestItem, { params: { id: applicationId }, payload });
  expect(status).toBe(200);
  return id;
}

/** Whether a file waits to be converted, also one of the tests before. */
const isWaiting = async () =>
  (await server.db.selectFrom('document').select('id').where('status', '=', 'UNPROCESSED').execute()).length > 0;

const unreadable = () => Promise.reject(new ConversionError('encrypted'));
async function convertAll(convert = takeAsPdf): Promise<void> {
  const deps = convertDependencies(server, { converter: converterOf(convert), claim: server.claim });
  while (await isWaiting()) await convertNext(deps);
}

interface Sending {
  readonly id: string;
  readonly send: () => Promise<{ readonly status: number }>;
}
/** Who sends something for an item, and the states in which it is taken. */
const SENDERS: Readonly<Record<string, readonly [taken: readonly ItemState[], begin: () => Promise<Sending>]>> = {
  "an applicant's file": [
    ['awaiting', 'came', 'returned'],
    async () => {
      const ada = await submitted(server);
      const id = await ask(ada, 'paper');
      const payload = await uploadPaper(server, ada, id, PDF);
      return { id, send: () => ada.call(itemPaper, { params: { id }, payload }) };
    },
  ],
  'an explanation': [
    ['awaiting', 'returned'],
    async () => {
      const ada = await submitted(server);
      const id = await ask(ada, 'explanation');
      return { id, send: () => ada.call(itemReply, { params: { id }, payload: { text: 'I worked.' } }) };
    },
  ],
  'a correction': [
    ['awaiting', 'returned'],
    async () => {
      const ada = await submitted(server, { first_name: 'Jon' });
      const id = await ask(ada, 'correction', ['first_name']);
      const payload = { answers: { first_name: 'John' } };
      return { id, send: () => ada.call(sendCorrection, { params: { id }, payload }) };
    },
  ],
  "a counselor's file": [
    ['awaiting', 'came', 'accepted_copy', 'returned'],
    async () => {
      counselors += 1;
      const email = `casey.${counselors}@school.example`;
      const id = await idOf(await asks(server, email), 'counselor_report');
      const counselor = server.client();
      const payload = await uploadHelp(server, counselor, { token: await tokenTo(server, email), item: id });
      return { id, send: () => counselor.call(helpPaper, { payload }) };
    },
  ],
};
const sent = Object.keys(SENDERS).flatMap((name) => ITEM_STATES.map((state) => [name, state] as const));
test.each(sent)(
  '%s, for an item that is %s, moves it by the table, or is refused and changes nothing',
  async (name, state) => {
    const [taken, begin] = SENDERS[name] ?? [];
    const { id, send } = (await begin?.()) ?? { id: '' };
    await setState(id, state);
    const before = server.clock.now();
    server.clock.advance(1);
    const isTaken = taken?.includes(state) === true;
    expect((await send?.())?.status === 200).toBe(isTaken);
    // What waits to be checked waits since the first of it came.
    const came_at = isTaken && state !== 'came' ? server.clock.now() : before;
    expect(await rowOf(id)).toEqual({ state: isTaken ? stateAfter(state, 'come') : state, came_at });
  },
);

test.each(ITEM_STATES)(
  'the only file of an item that is %s cannot be read: the table says what becomes of it',
  async (state) => {
    const ada = await submitted(server);
    const id = await idOf(ada, 'transcript');
    await sendPaper(server, ada, id, PDF);
    await setState(id, state);
    await convertAll(unreadable);
    expect(await stateOf(id)).toBe(stateAfter(state, 'fail') ?? state);
    const isMailed = (await mailsTo(server.db, ada.email)).some(({ kind }) => kind === 'item_returned');
    expect(isMailed).toBe(['awaiting', 'came', 'returned'].includes(state));
  },
);

test.each(ITEM_STATES)('an item that is %s is needed again, or no longer, by changed answers', async (state) => {
  const ada = await submitted(server, { act_taken: 'yes' });
  const id = await idOf(ada, 'act_scores');
  for (const [act_taken, act] of [
    ['yes', 'need'],
    ['no', 'cancel'],
  ] as const) {
    const payload = { reason: 'The applicant asked for it.' };
    expect((await director.call(desk.reopen, { params: { id: ada.applicationId }, payload })).status).toBe(200);
    await setState(id, state);
    await fillIn(server, ada, { act_taken });
    expect((await ada.call(submit)).status).toBe(200);
    expect(await stateOf(id), act).toBe(stateAfter(state, act) ?? state);
  }
});

test('a copy is taken until the school has sent that very paper, and each item shows only what the applicant sent for it', async () => {
  const email = 'casey@school.example';
  const [ada, bob] = [await asks(server, email), await submitted(server)];
  const token = await tokenTo(server, email);
  const [transcript, report] = [await idOf(ada, 'transcript'), await idOf(ada, 'counselor_report')];
  const shown = async (applicant: Applicant) => {
    const { items = [], looked_at_until } = (await applicant.call(myItems)).body;
    const papers = items.map((item) => item.papers.length);
    const came = items.map(({ came_at }) => came_at !== null);
    return { may_send: items[0]?.may_send, papers, came, isWaiting: looked_at_until !== null };
  };
  const sendAsSchool = (item: string) => sendHelp(server, server.client(), { token, item });
  await sendAsSchool(report);
  expect(await shown(ada)).toEqual({ may_send: true, papers: [0, 0], came: [false, true], isWaiting: true });
  // Others wait, but nothing of Bob came.
  expect(await shown(bob)).toEqual({ may_send: true, papers: [0, 0], came: [false, false], isWaiting: false });
  await sendPaper(server, ada, transcript, PDF);
  expect(await shown(ada)).toMatchObject({ may_send: true, papers: [1, 0] });
  await setState(transcript, 'accepted');
  expect(await shown(ada)).toMatchObject({ may_send: false });
  await setState(transcript, 'came');
  await sendAsSchool(transcript);
  expect(await shown(ada)).toMatchObject({ may_send: false, papers: [1, 0] });
});

test('the same explanation sent again after it was returned is a new one, and none is taken for a paper', async () => {
  const ada = await submitted(server);
  const [id, paper] = [await ask(ada, 'explanation'), await ask(ada, 'paper')];
  const reply = (item: string) => ada.call(itemReply, { params: { id: item }, payload: { text: 'I worked.' } });
  expect((await reply(paper)).body.code).toBe('item_closed');
  expect((await reply(id)).status).toBe(200);
  await setState(id, 'returned');
  expect((await reply(id)).status).toBe(200);
  expect([await stateOf(id), await stateOf(paper)]).toEqual(['came', 'awaiting']);
});

test('a file from before a decision that was taken back is still a good one when the next cannot be read', async () => {
  const ada = await submitted(server);
  const id = await idOf(ada, 'transcript');
  await sendPaper(server, ada, id, PDF);
  await convertAll();
  for (const act of ['accept', 'reconsider'] as const) {
    server.clock.advance(1);
    const version = (await itemsOf(server, ada.applicationId)).get('transcript')?.version ?? 0;
    const payload = { act, version };
    const params = { id: ada.applicationId, item: id };
    expect((await director.call(desk.moveOfficeItem, { params, payload })).status).toBe(200);
  }
  await sendPaper(server, ada, id, PDF);
  await convertAll(unreadable);
  expect(await stateOf(id)).toBe('came');
});
