import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { readChecklistDepth } from './waiting.ts';

const server = await suiteApp({ deps: { office: { test_email_domains: ['trial.example'] } } });

test('the metrics say how many applications wait to be checked, and for how long the oldest has', async () => {
  expect(await readChecklistDepth(server.deps)).toEqual({ queue: 'items-to-check', waiting: 0, oldestSeconds: 0 });
  const applicants = [
    await submitted(server),
    await submitted(server),
    await submitted(server),
    await submitted(server),
  ];
  await sql`update office_application set checklist = 'to_check', to_check_since = now() - interval '1 hour'`.execute(
    server.db,
  );
  // A test account, and a withdrawn application, wait for nobody.
  const [tested = '', withdrawn = ''] = applicants.map(({ applicationId }) => applicationId);
  const update = () => server.db.updateTable('office_application');
  await update().set({ email: 'grace@trial.example' }).where('application_id', '=', tested).execute();
  await update().set({ withdrawn_at: server.clock.now() }).where('application_id', '=', withdrawn).execute();
  const { waiting, oldestSeconds } = await readChecklistDepth(server.deps);
  expect(waiting).toBe(2);
  expect(oldestSeconds).toBeGreaterThanOrEqual(3600);
});
