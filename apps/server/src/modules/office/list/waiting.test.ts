import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { readChecklistDepth } from './waiting.ts';

const server = await suiteApp();

test('the metrics say how many applications wait to be checked, and for how long the oldest has', async () => {
  expect(await readChecklistDepth(server.db)).toEqual({ queue: 'items-to-check', waiting: 0, oldestSeconds: 0 });
  await submitted(server);
  await submitted(server);
  await sql`update office_application set checklist = 'to_check', to_check_since = now() - interval '1 hour'`.execute(
    server.db,
  );
  const { waiting, oldestSeconds } = await readChecklistDepth(server.db);
  expect(waiting).toBe(2);
  expect(oldestSeconds).toBeGreaterThanOrEqual(3600);
});
