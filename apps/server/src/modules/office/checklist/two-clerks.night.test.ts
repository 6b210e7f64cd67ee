import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiRequest } from '@firstyear/api-client';
import { createClient } from '@firstyear/api-client/testing';
import { PROBE_PATHS } from '@firstyear/api-contract/addresses';
import * as desk from '@firstyear/api-contract/desk';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../process/free-port.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { TestClock } from '../../../testing/clock.ts';
import { eventually } from '../../../testing/eventually.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import type { ItemRow } from '../../application/items/service.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';

/** Made-up applicants, with three items each and some more. */
const APPLICANTS = 300;
/** How many of them submit at a time. */
const AT_ONCE = 10;
/** How much of the list each clerk goes through: some in the middle are decided by both. */
const SHARE = 0.6;
/** The server is killed after these decisions of one clerk. */
const KILLED_AT = [100, 300, 500];
const PROGRAM = fileURLToPath(new URL('../../../programs/server.ts', import.meta.url));

/** A web server as a process of its own on the database of the test, which can be killed and started again. */
async function startWeb({ database }: TestApp) {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-clerks-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...{ PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: folder },
    ...{ PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'silent' },
  };
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    await eventually(async () => expect((await fetch(url + PROBE_PATHS.live)).status).toBe(200));
  };
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true });
  });
  await start();
  const replace = async () => {
    await kill();
    await start();
  };
  return { url, replace };
}

/** A clerk in a browser of their own. */
async function signIn(server: TestApp, url: string) {
  const { staffId, cookies } = await newColleague(server, 'clerk');
  const send = async ({ path: to, body, ...request }: ApiRequest) => {
    const response = await fetch(url + to, { ...request, body: String(body) });
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };
  const client = createClient({ send, headers: () => ({ origin: url }) });
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return { staffId, client };
}

type Clerk = Awaited<ReturnType<typeof signIn>>;
type Item = Pick<ItemRow, 'id' | 'application_id'>;

test('two clerks decide about 1,000 items while the web server is killed: nothing is lost, twice or on a wrong person', async () => {
  // The server's process uses the machine's clock.
  const server = await testApp({ clock: new TestClock(new Date().toISOString()) });
  onTestFinished(() => server.stop());
  const applicants: Applicant[] = [];
  while (applicants.length < APPLICANTS) {
    const some = Array.from({ length: AT_ONCE }, (_, place) =>
      submitted(server, { act_taken: 'yes', sat_taken: place % 3 === 0 ? 'yes' : 'no' }),
    );
    applicants.push(...(await Promise.all(some)));
  }
  const ownerOf = new Map(applicants.map(({ applicationId, accountId }) => [applicationId, accountId]));
  const items = await server.db.selectFrom('item').select(['id', 'application_id']).orderBy('id').execute();
  expect(items.length).toBeGreaterThanOrEqual(1000);

  const web = await startWeb(server);
  const [first, second] = [await signIn(server, web.url), await signIn(server, web.url)];
  /** The acknowledged decisions, and who decided. */
  const acknowledged: (readonly [item: string, staffId: string])[] = [];
  let [late, unanswered] = [0, 0];
  /** Decides about an item, again if there was no answer. */
  const decide = ({ client, staffId }: Clerk, act: 'accept' | 'waive', { id: item, application_id: id }: Item) =>
    eventually(async () => {
      const payload = { version: 0, ...(act === 'waive' ? { act, reason: 'Made up for this test.' } : { act }) };
      const sending = client.exchange(desk.moveOfficeItem, { params: { id, item }, payload });
      const { status } = await sending.catch((error: unknown) => {
        unanswered += 1;
        throw error;
      });
      expect([200, 409]).toContain(status);
      if (status === 409) late += 1;
      else acknowledged.push([item, staffId]);
    });
  /** Kills the server as soon as a decision is in the database: its answer is on the way, or was never sent. */
  const killAfter = async ({ id }: Item) => {
    const decided = server.db.selectFrom('item').select('id').where('id', '=', id).where('version', '>', 0);
    while ((await decided.executeTakeFirst()) === undefined);
    await web.replace();
  };
  // From both ends of the list, to beyond its middle.
  const each = items.slice(0, Math.ceil(items.length * SHARE));
  const others = items.toReversed().slice(0, each.length);
  const killed: Promise<void>[] = [];
  await Promise.all([
    (async () => {
      for (const [place, item] of each.entries()) {
        if (KILLED_AT.includes(place)) killed.push(killAfter(item));
        await decide(first, 'accept', item);
      }
    })(),
    (async () => {
      for (const item of others) await decide(second, 'waive', item);
    })(),
  ]);
  await Promise.all(killed);
  expect(killed).toHaveLength(KILLED_AT.length);
  expect(unanswered).toBeGreaterThan(0);
  expect(late).toBeGreaterThan(0);

  const acknowledgedTo = new Map(acknowledged);
  expect(acknowledgedTo.size).toBe(acknowledged.length);
  const decisions = await server.db.selectFrom('audit_event').selectAll().where('kind', '=', 'item_decided').execute();
  const decisionOf = new Map(decisions.map((event) => [event.detail.item_id, event]));
  expect([decisions.length, decisionOf.size]).toEqual([items.length, items.length]);
  const after = await server.db
    .selectFrom('item')
    .select(['id', 'application_id', 'state', 'version'])
    .orderBy('id')
    .execute();
  expect(after.map(({ id, application_id }) => ({ id, application_id }))).toEqual(items);
  for (const { id, application_id, state, version } of after) {
    const { actor, account_id, detail } = decisionOf.get(id) ?? {};
    const isFirst = actor === `staff ${first.staffId}`;
    expect([state, version], id).toEqual([isFirst ? 'accepted' : 'waived', 1]);
    expect([detail?.application_id, account_id], id).toEqual([application_id, ownerOf.get(application_id)]);
    const by = acknowledgedTo.get(id);
    if (by !== undefined) expect(actor, id).toBe(`staff ${by}`);
  }
  const mails = await server.db
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('kind', '=', 'items_complete')
    .execute();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(applicants.map(({ email }) => email).sort());
  console.log(
    `${items.length} items: ${acknowledged.length} acknowledged, ${late} too late, ${unanswered} tries unanswered`,
  );
});
