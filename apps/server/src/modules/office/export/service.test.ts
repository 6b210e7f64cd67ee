import * as desk from '@firstyear/api-contract/desk';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { PURPOSE, requestExport, resetAfterEach, workerDeps } from '../office.testing.ts';
import { countExportsOf, deleteOldExports, runExport, withdrawExports } from './service.ts';
import { markFailed, partKey } from './write-export.ts';

const server = await suiteApp();
let director: Colleague;
let other: Colleague;
let ada = '';
beforeAll(async () => {
  [director, other] = [await newColleague(server, 'director'), await newColleague(server, 'director')];
  ada = (await submitted(server, { last_name: 'Testperson', state: 'KY' })).applicationId;
  await submitted(server, { last_name: 'Example', state: 'OH' });
});
resetAfterEach(server);

type More = Parameters<typeof requestExport>[2];
const run = (id: string) => runExport(workerDeps(server), id, new AbortController().signal);
async function exported(who: Colleague, more?: More, format: desk.ExportFormat = 'machine_csv') {
  const id = await requestExport(who, format, more);
  await run(id);
  return { id, file: await who.open(desk.officePaths.exportFile(id)) };
}
const listed = async () => (await director.call(desk.exportsList)).body.exports ?? [];
const newestTaken = async (query = {}) =>
  (await director.call(desk.auditTrail, { query: { kind: 'export_taken', ...query } })).body.events?.[0];

test('a colleague exports what nobody has exported before', async () => {
  const rows = async (who: Colleague) =>
    parse((await exported(who, { since_last: true })).file.body, { columns: true });
  await exported(director);
  expect(await rows(director)).toEqual([]);
  server.clock.advance(MINUTE_MS);
  await submitted(server, { last_name: 'Later' });
  expect(await rows(other)).toMatchObject([{ last_name: 'Later' }]);
});

test('the list of exports says whose each is, what for, and where it stands', async () => {
  const names = [(await director.call(desk.me)).body.name, (await other.call(desk.me)).body.name];
  const receiver = 'Student system';
  const [done, failed] = [(await exported(director, { receiver })).id, await requestExport(other, 'machine_csv')];
  await markFailed(server.deps, failed);
  const waiting = await requestExport(other, 'machine_csv');
  const all = await listed();
  const none = { receiver: null, done_at: null, rows: null, href: null };
  const asked_at = server.clock.now().toISOString();
  expect([done, failed, waiting].map((one) => all.find(({ id }) => id === one))).toMatchObject([
    { by: names[0], state: 'done', purpose: PURPOSE, receiver, asked_at, done_at: asked_at, rows: 2 },
    { by: names[1], state: 'failed', ...none },
    { by: names[1], state: 'waiting', ...none },
  ]);
});

test('a file for a system has the facts of each application, and the titles also without any', async () => {
  const { file } = await exported(director, { filter: { state: 'KY' } });
  expect(parse(file.body, { columns: true })).toMatchObject([
    {
      ...{ application_id: ada, confirmation_number: expect.stringMatching(/^FY/), status: 'submitted' },
      ...{ submitted_at: expect.stringMatching(/^2026-11-\d\dT.*Z$/), last_name: 'Testperson' },
    },
  ]);
  const { file: empty } = await exported(director, { filter: { state: 'WY' } });
  expect(empty.body).toBe(file.body.slice(0, file.body.indexOf('\n') + 1));
});

test('the audit trail says of each export which list it was, which columns it had, and who was in it', async () => {
  const filter = { state: 'KY', q: 'Testperson', assigned: 'nobody', stage: 'none' } as const;
  await exported(director, { filter, columns: ['last_name'] });
  const ofAda = await newestTaken();
  expect(ofAda?.text).toContain('Search: …');
  for (const said of ['State: Kentucky', 'Assigned to: Nobody', 'Stage: None'])
    expect(ofAda?.text.toLowerCase()).toContain(said.toLowerCase());
  // Only a workbook has chosen columns.
  expect(ofAda?.columns).toContain('first_name');
  const { events = [] } = (await director.call(desk.auditTrail, { query: { kind: 'export_asked' } })).body;
  expect(events[0]?.columns).toEqual([]);
  const { file } = await exported(director, { filter: { state: 'OH' } }, 'machine_jsonl');
  expect(await newestTaken()).toMatchObject({
    columns: ['all'],
    applications: [JSON.parse(file.body).confirmation_number],
  });
  expect((await newestTaken({ application: ada }))?.id).toBe(ofAda?.id);
});

test('the audit trail names colleagues and stages of a filter as the list does', async () => {
  const { name } = (await director.call(desk.me)).body;
  await exported(director, { filter: { assigned: 'me', stage: 'decided' } });
  expect((await newestTaken())?.text).toContain(`Assigned to: ${name}, Stage: Decided`);
});

test('who was reopened before an export was written was not taken out of the office', async () => {
  const { applicationId: id } = await submitted(server, { last_name: 'Reopener' });
  const begun = await requestExport(director, 'machine_csv');
  await director.call(desk.reopen, { params: { id }, payload: { reason: PURPOSE } });
  await run(begun);
  expect((await director.open(desk.officePaths.exportFile(begun))).statusCode).toBe(200);
  expect(await newestTaken({ application: id })).toBeUndefined();
  expect((await newestTaken())?.applications).toHaveLength(2);
});

test('packets and rows are written by different jobs', async () => {
  const ids = [await requestExport(director, 'packets'), await requestExport(director, 'machine_csv')];
  const { rows } = await server.database.pool.query(
    "select name from pgboss.job where data ->> 'export_id' = any($1) order by name desc",
    [ids],
  );
  expect(rows.map(({ name }) => name)).toEqual(['export-packets', 'export-applications']);
});

test('exports of seven days are deleted, and newer ones stay with their files', async () => {
  const old = await exported(director);
  server.clock.advance(MINUTE_MS);
  const recent = await exported(director);
  await deleteOldExports(server.deps, new Date(server.clock.now().getTime() - MINUTE_MS + 7 * DAY_MS + 1));
  expect((await listed()).map(({ id, href }) => [id, href !== null])).toEqual([[recent.id, true]]);
  const { rows } = await server.database.pool.query("select data from pgboss.job where name = 'forget-objects'");
  expect([old, recent].map(({ id }) => JSON.stringify(rows).includes(id))).toEqual([true, false]);
});

test('the exports with a person are taken away with them, and no others', async () => {
  const [kept, gone] = [await exported(director, { filter: { state: 'OH' } }), await exported(director)];
  const begun = await requestExport(director, 'machine_csv', { filter: { state: 'OH' } });
  expect(await countExportsOf(server.db, [ada])).toBe(1);
  expect(await inTransaction(server.db, (tx) => withdrawExports(tx, [ada]))).toEqual([partKey(gone.id, 1)]);
  const hrefs = new Map((await listed()).map(({ id, href }) => [id, href]));
  expect([kept.id, gone.id, begun].map((id) => hrefs.get(id) ?? null)).toEqual([
    desk.officePaths.exportFile(kept.id),
    null,
    null,
  ]);
});
