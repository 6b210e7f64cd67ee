import { randomUUID } from 'node:crypto';
import { submit } from '@firstyear/api-contract/application';
import { sendCorrection } from '@firstyear/api-contract/corrections';
import * as desk from '@firstyear/api-contract/desk';
import { helpPaper } from '@firstyear/api-contract/helpers';
import { ITEM_STATES, type ItemState, stateAfter } from '@firstyear/api-contract/item-states';
import { itemPaper, itemReply, type RequestKind } from '@firstyear/api-contract/items';
import { ConversionError } from '@firstyear/document-converter';
import { afterAll, expect, test } from 'vitest';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { asks, PDF, tokenTo, uploadHelp } from '../helpers/helpers.testing.ts';
import { type Applicant, fillIn, submitted } from '../row/applicant.testing.ts';
import { convertDependencies, converterOf, convertingServer, convertNext } from '../uploads/converting.testing.ts';
import { itemsOf, sendPaper, uploadPaper } from './items.testing.ts';

/** What senders, the converter and a changed submission make of an item in each state; the office's acts are in checklist.test.ts. */

const server = await convertingServer();
afterAll(() => server.stop());
const director = await newColleague(server, 'director');
let counselors = 0;

const idOf = async ({ applicationId }: Applicant, rule: string) =>
  (await itemsOf(server, applicationId)).get(rule)?.id ?? '';
const setState = (id: string, state: ItemState) =>
  server.db.updateTable('item').set({ state, came_at: server.clock.now() }).where('id', '=', id).execute();
async function stateOf(id: string): Promise<ItemState> {
  const { state } = await server.db.selectFrom('item').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  return state;
}
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
    const isTaken = taken?.includes(state) === true;
    expect((await send?.())?.status === 200).toBe(isTaken);
    expect(await stateOf(id)).toBe(isTaken ? stateAfter(state, 'come') : state);
  },
);

test.each(ITEM_STATES)(
  'the only file of an item that is %s cannot be read: the table says what becomes of it',
  async (state) => {
    const ada = await submitted(server);
    const id = await idOf(ada, 'transcript');
    await sendPaper(server, ada, id, PDF);
    await setState(id, state);
    const converter = converterOf(() => Promise.reject(new ConversionError('encrypted')));
    while (await isWaiting()) await convertNext(convertDependencies(server, { converter, claim: server.claim }));
    expect(await stateOf(id)).toBe(stateAfter(state, 'fail') ?? state);
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
