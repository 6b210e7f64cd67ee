import * as desk from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { newColleague, signInAs } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';

/** Items of made-up applicants, three each and some more. */
const APPLICANTS = 300;

/** A decision that the server acknowledged, by the item. */
type Acknowledged = Map<string, Work['act']>;

interface Work {
  readonly application: string;
  readonly item: string;
  readonly act: 'accept' | 'waive';
}

test('two clerks work through 1,000 items while a web server is killed: nothing is lost, twice or on a wrong person', {
  timeout: 600_000,
}, async () => {
  const server = await testApp();
  for (let count = 0; count < APPLICANTS; count++) {
    await submitted(server, { act_taken: 'yes', sat_taken: count % 3 === 0 ? 'yes' : 'no' });
  }
  const items = await server.db.selectFrom('item').select(['id', 'application_id']).orderBy('id').execute();
  expect(items.length).toBeGreaterThanOrEqual(1000);
  const work = items.map(({ id, application_id }, place): Work => {
    return { application: application_id, item: id, act: place % 2 === 0 ? 'accept' : 'waive' };
  });
  const [first, second] = [await newColleague(server, 'clerk'), await newColleague(server, 'clerk')];
  const acknowledged: [Acknowledged, Acknowledged] = [new Map(), new Map()];
  let [refused, failed] = [0, 0];

  const decide = async (clerk: Pick<typeof first, 'call'>, own: Acknowledged, { application: id, item, act }: Work) => {
    const payload = act === 'accept' ? { act, version: 0 } : { act, version: 0, reason: 'Made up for this test.' };
    const { status } = await clerk.call(desk.moveOfficeItem, { params: { id, item }, payload });
    if (status === 200) own.set(item, act);
    else if (status === 409) refused += 1;
    else failed += 1;
  };
  /** Both take the same items, in opposite orders. */
  const run = async (clerk: Pick<typeof first, 'call'>, own: Acknowledged, todo: readonly Work[]) => {
    for (const one of todo) await decide(clerk, own, one).catch(() => (failed += 1));
  };

  // A server of its own for the first clerk: it is killed in the middle of some decisions, whose responses never arrive.
  const doomed = await testApp({ database: server.database });
  const half = Math.floor(work.length / 2);
  const before = await signInAs(doomed, first.staffId);
  const killedAt = Math.floor(half / 2);
  await Promise.all([
    run(second, acknowledged[1], work.toReversed().slice(0, half)),
    run(before, acknowledged[0], work.slice(0, killedAt)).then(async () => {
      const unheard = run(before, new Map(), work.slice(killedAt, killedAt + 20));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query ilike '%item%'`.execute(
        server.db,
      );
      await unheard;
      await doomed.app.close();
    }),
  ]);
  // It comes back, and both go through everything again.
  await Promise.all([run(first, acknowledged[0], work), run(second, acknowledged[1], work.toReversed())]);

  const after = await server.db.selectFrom('item').select(['id', 'application_id', 'state', 'version']).execute();
  const owners = new Map(items.map(({ id, application_id }) => [id, application_id]));
  const stateOf = { accept: 'accepted', waive: 'waived' } as const;
  const decided = await server.db.selectFrom('audit_event').selectAll().where('kind', '=', 'item_decided').execute();
  expect(after).toHaveLength(items.length);
  for (const { id, application_id, state, version } of after) {
    expect(application_id).toBe(owners.get(id));
    expect(version, id).toBe(1);
    const acts = acknowledged.flatMap((own) => own.get(id) ?? []);
    expect(acts.length, id).toBeLessThanOrEqual(1);
    for (const act of acts) expect(state, id).toBe(stateOf[act]);
    expect(['accepted', 'waived']).toContain(state);
    expect(
      decided.filter(({ detail }) => detail.item_id === id),
      id,
    ).toHaveLength(1);
  }
  expect(refused).toBeGreaterThan(0);
  console.log(`${after.length} items: ${decided.length} decided, ${refused} refused, ${failed} not answered`);
  await server.stop();
});
