import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { newDraft, workerDeps } from '../office.testing.ts';
import { runMany } from './service.ts';

const server = await suiteApp();
let director: Colleague;
beforeAll(async () => {
  director = await newColleague(server, 'director');
});

const work = (id: string) => runMany(workerDeps(server), id, new AbortController().signal);
const start = (payload: PayloadOf<typeof desk.startMany>) => director.call(desk.startMany, { payload });
async function previewed(act: desk.ManyActOf, ids: string[]) {
  const selection = { ids };
  const { status, body } = await director.call(desk.previewMany, { payload: { act, selection } });
  return { status, payload: { attempt: randomUUID(), act, selection, previewed: body.previewed ?? '' } };
}
const progressOf = async (id: string) => (await director.call(desk.manyProgress, { params: { id } })).body;
const labelsOf = async (id: string) =>
  (await director.call(desk.officeApplication, { params: { id } })).body.row?.labels;

test('an act that waits stays as it is while another is done to the same applications', async () => {
  const ids = [(await submitted(server)).applicationId, (await submitted(server)).applicationId];
  const [one, other] = [
    (await previewed({ kind: 'add_label', label: 'one' }, ids)).payload,
    (await previewed({ kind: 'add_label', label: 'other' }, ids)).payload,
  ];
  for (const payload of [one, other]) await start(payload);
  await work(one.attempt);
  expect(await progressOf(one.attempt)).toMatchObject({ state: 'done', done: 2 });
  expect(await progressOf(other.attempt)).toEqual({ state: 'waiting', done: 0, total: 2, left_out: [] });
  await work(other.attempt);
  for (const id of ids) expect(await labelsOf(id)).toEqual(['one', 'other']);
  // The answer to the first request was lost, and it is sent again.
  expect(await start(one)).toMatchObject({ status: 200, body: { id: one.attempt } });
});

test('a label that is on no application any more can be written another way', async () => {
  const { applicationId: id } = await submitted(server);
  for (const act of [
    { kind: 'add_label', label: 'Chess' },
    { kind: 'remove_label', label: 'Chess' },
    { kind: 'add_label', label: 'CHESS' },
  ] as const) {
    const { payload } = await previewed(act, [id]);
    await start(payload);
    await work(payload.attempt);
  }
  expect(await labelsOf(id)).toEqual(['CHESS']);
});

test('a deadline that was extended since the preview is not changed unseen', async () => {
  const { applicationId: id } = await newDraft(server);
  const extension = { until: '2027-03-10T00:00:00Z', reason: 'asked for by phone' };
  const { payload } = await previewed({ kind: 'extend_deadline', ...extension }, [id]);
  await director.call(desk.extendDeadline, {
    params: { id },
    payload: { ...extension, until: '2027-06-01T00:00:00Z' },
  });
  expect((await start(payload)).body.code).toBe('changed_since_preview');
});

test("a stage or a message that isn't in the partner's list is refused", async () => {
  const { applicationId } = await submitted(server);
  for (const act of [
    { kind: 'set_stage', to: 'lost' },
    { kind: 'message', message: { id: 'lost' } },
  ] as const)
    expect((await previewed(act, [applicationId])).status, act.kind).toBe(400);
});

test('the preview of a withdrawal has no mail when nobody is told', async () => {
  const ids = [(await submitted(server)).applicationId, (await submitted(server)).applicationId];
  const mailsFor = async (tells: boolean) => {
    const act = { kind: 'withdraw', reason: 'asked for by phone', tells } as const;
    const { body } = await director.call(desk.previewMany, { payload: { act, selection: { ids } } });
    return body.mails?.map(({ count }) => count);
  };
  expect([await mailsFor(true), await mailsFor(false)]).toEqual([[2], []]);
});
