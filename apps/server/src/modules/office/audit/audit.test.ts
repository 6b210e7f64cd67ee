import * as desk from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';

const server = await suiteApp();

test('the pages of the audit trail, each asked for by the one before, have every event once, newest first', async () => {
  const director = await newColleague(server, 'director');
  await sql`insert into audit_event (at, kind, actor, detail)
    select now(), 'note_changed', ${`staff ${director.staffId}`}, '{}' from generate_series(1, 250)`.execute(server.db);
  const ids: string[] = [];
  let before: string | undefined;
  let pages = 0;
  do {
    const { body } = await director.call(desk.auditTrail, { query: { before } });
    ids.push(...(body.events ?? []).map(({ id }) => String(id)));
    before = body.next ?? undefined;
    pages += 1;
  } while (before !== undefined && pages < 10);
  const all = await server.db
    .selectFrom('audit_event')
    .select('id')
    .where('actor', 'like', 'staff %')
    .orderBy('id', 'desc')
    .execute();
  expect(ids).toEqual(all.map(({ id }) => String(id)));
  expect(all.length).toBeGreaterThanOrEqual(250);
});
