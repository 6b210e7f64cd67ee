import { randomUUID } from 'node:crypto';
import { ALL_CALLS } from '@firstyear/api-contract/all-calls';
import { serviceApplication } from '@firstyear/api-contract/application';
import type { Call } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp, testApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';
import { mintStaffToken } from '../../copies/service-view/service.ts';
import { runExport } from '../export/service.ts';
import { runMany } from '../many/service.ts';
import { newDraft, requestExport, workerDeps } from '../office.testing.ts';

const server = await suiteApp();
let clerk: Colleague;
let director: Colleague;
beforeAll(async () => {
  [clerk, director] = [await newColleague(server, 'clerk'), await newColleague(server, 'director')];
});

const move = (id: string, from: string, to: string) =>
  clerk.call(desk.setStage, { params: { id }, payload: { from, to } });
const readIn = async (who: Colleague, id: string) => (await who.call(desk.officeApplication, { params: { id } })).body;
const aborted = () => new AbortController().signal;

test('a stage is set for one application, and its list, its history and the audit trail say so', async () => {
  const { applicationId: id } = await submitted(server, { last_name: 'Stagecoach' });
  expect((await move(id, '', 'committee')).status).toBe(200);
  const { row, history } = await readIn(director, id);
  expect(row?.stage).toBe('committee');
  const { name } = (await clerk.call(desk.me)).body;
  expect(history?.filter(({ kind }) => kind === 'stage_set')).toMatchObject([{ what: 'Committee', by: name }]);
  const trail = async () => (await director.call(desk.auditTrail, { query: { application: id } })).body.events ?? [];
  expect((await trail()).map(({ text }) => text)).toContain('Stage set: Committee');
  const idsIn = async (stage: string) =>
    (await clerk.call(desk.applications, { query: { stage, q: 'stagecoach' } })).body.rows?.map((one) => one.id);
  expect([await idsIn('committee'), await idsIn('none'), await idsIn('decided')]).toEqual([[id], [], []]);
  expect((await move(id, 'committee', '')).status).toBe(200);
  expect(await idsIn('none')).toEqual([id]);
  expect((await trail()).map(({ text }) => text)).toContain('Stage set: none');
});

test('a stage that a colleague has set meanwhile is kept, and the refusal names it', async () => {
  const { applicationId: id } = await submitted(server);
  await move(id, '', 'committee');
  expect(await move(id, '', 'decided')).toMatchObject({
    status: 409,
    body: { code: 'stage_changed', message: expect.stringContaining('“Committee”') },
  });
  expect((await readIn(clerk, id)).row?.stage).toBe('committee');
  // One that the university's list has no more is named by its id.
  await server.db.updateTable('office_application').set({ stage: 'gone' }).where('application_id', '=', id).execute();
  expect((await move(id, 'committee', 'decided')).body.message).toContain('“gone”');
  await move(id, 'gone', '');
  expect((await move(id, 'committee', 'decided')).body.message).toContain('taken off its stage');
});

test("a stage that isn't in the partner's list is refused, and so is one of a draft", async () => {
  const { applicationId: id } = await submitted(server);
  expect((await move(id, '', 'lost')).body.code).toBe('bad_request');
  const draft = await newDraft(server);
  expect((await move(draft.applicationId, '', 'committee')).body.code).toBe('wrong_state');
});

test('a stage is set for many, and each that is left out says why', async () => {
  const people = [await submitted(server), await submitted(server), await newDraft(server)];
  const [first, second, draft] = people.map(({ applicationId }) => applicationId);
  await move(first ?? '', '', 'decided');
  const act = { kind: 'set_stage', to: 'decided' } as const;
  const selection = { ids: [first ?? '', second ?? '', draft ?? ''] };
  const { body } = await clerk.call(desk.previewMany, { payload: { act, selection } });
  expect(body.count).toBe(1);
  expect(Object.fromEntries((body.left_out ?? []).map(({ id, why }) => [id, why]))).toEqual({
    [first ?? '']: 'stands there already',
    [draft ?? '']: 'is not submitted',
  });
  await move(second ?? '', '', 'committee');
  const start = (previewed = '') =>
    clerk.call(desk.startMany, { payload: { attempt: randomUUID(), act, selection, previewed } });
  expect((await start(body.previewed)).body.code).toBe('changed_since_preview');
  const again = (await clerk.call(desk.previewMany, { payload: { act, selection } })).body;
  await runMany(workerDeps(server), (await start(again.previewed)).body.id ?? '', aborted());
  const { row, history } = await readIn(clerk, second ?? '');
  expect(row?.stage).toBe('decided');
  expect(history?.filter(({ kind }) => kind === 'stage_set').map(({ what }) => what)).toEqual(['Committee', 'Decided']);
  const { events } = (await director.call(desk.auditTrail, { query: { kind: 'acted_on_many' } })).body;
  expect(events?.map(({ text }) => text)).toContain('Set the stage of 1 application: Decided');
});

test('the numbers count by stage, a saved view keeps it, and exports have it: as an id for systems, in words for people', async () => {
  const { applicationId: id } = await submitted(server, { last_name: 'Exportstage' });
  await move(id, '', 'in_review');
  const { by_stage = [] } = (await director.call(desk.numbers, { query: { q: 'exportstage' } })).body;
  expect(by_stage).toEqual([{ value: 'in_review', count: 1 }]);
  const saved = { name: 'In review', filter: { stage: 'in_review', q: 'exportstage' } };
  const { id: view = '' } = (await clerk.call(desk.saveView, { payload: saved })).body;
  const { rows = [] } = (await clerk.call(desk.applications, { query: { view } })).body;
  expect(rows.map((row) => row.id)).toEqual([id]);
  const fileOf = async (format: desk.ExportFormat) => {
    const exported = await requestExport(director, format, { filter: saved.filter });
    await runExport(workerDeps(server), exported, aborted());
    return director.open(desk.officePaths.exportFile(exported));
  };
  const csv: Record<string, string>[] = parse((await fileOf('machine_csv')).body, { columns: true });
  expect(csv.map(({ stage }) => stage)).toEqual(['in_review']);
  expect(JSON.parse((await fileOf('machine_jsonl')).body)).toMatchObject({ stage: 'in_review' });
  const workbook = [...(await unpackWordZip((await fileOf('people_xlsx')).rawPayload))].map(String).join('\n');
  for (const said of ['Filter: Stage', 'In review', 'Where it stands in your office'])
    expect(workbook, said).toContain(said);
});

test('nothing that an applicant or a reader of the application gets says where it stands', async () => {
  const ada: Applicant = await submitted(server);
  await move(ada.applicationId, '', 'committee');
  const said: string[] = [];
  const isRead = ([, call]: readonly [string, Call]) => call.for === 'applicant' && call.method === 'GET';
  for (const [, call] of ALL_CALLS.filter(isRead)) {
    if (call.path.includes('logout')) continue;
    said.push(JSON.stringify((await ada.call(call, { params: { id: ada.applicationId, key: 'transcript' } })).body));
  }
  expect(said.length).toBeGreaterThan(5);
  const operator = { db: server.db, clock: server.clock.now, operator: 'grace' };
  const application = { id: ada.applicationId, account_id: ada.accountId };
  const service_token = await mintStaffToken(operator, application, 10);
  const view = await server.client().call(serviceApplication, { query: { service_token } });
  expect(view.status).toBe(200);
  said.push(JSON.stringify(view.body), JSON.stringify(await mailsTo(server.db, ada.email)));
  expect(said.join()).not.toMatch(/committee|"stage"/i);
});

test('where the partner lists no stages, the office hears nothing of them', async () => {
  const plain = await testApp({ deps: { office: {} } });
  try {
    const colleague = await newColleague(plain, 'director');
    const { applicationId: id } = await submitted(plain);
    expect((await colleague.call(desk.officeChoices)).body.stages).toEqual([]);
    expect((await colleague.call(desk.numbers)).body.by_stage).toEqual([]);
    const payload = { from: '', to: 'committee' };
    expect((await colleague.call(desk.setStage, { params: { id }, payload })).body.code).toBe('bad_request');
    const exported = await requestExport(colleague, 'machine_csv');
    await runExport(workerDeps(plain), exported, aborted());
    const [head = ''] = (await colleague.open(desk.officePaths.exportFile(exported))).body.split('\n');
    expect(head.split(',')).not.toContain('stage');
  } finally {
    await plain.stop();
  }
});
