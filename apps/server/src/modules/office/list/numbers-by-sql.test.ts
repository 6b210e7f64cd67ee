import { submit } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { fillIn, newApplicant } from '../../application/row/applicant.testing.ts';
import { newDraft } from '../office.testing.ts';

const server = await suiteApp({ deps: { office: { test_email_domains: ['trial.example'] } } });
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) Mobile';
const HOMES = [
  { state: 'KY', zip: '40999' },
  { state: 'OH', zip: '43004' },
  { country: 'MEX', state: '', zip: '' },
];
const SCHOOLS = ['Sampleton High School', "O'Brien Academy", 'Инвентная школа'];

/** A season of every mixture: home, school, term, language, device, and what became of it. */
async function makeSeason(): Promise<void> {
  const payload = { reason: 'asked for' };
  for (let number = 0; number < 30; number += 1) {
    const of = <T>(values: readonly T[], every = 1) => values[Math.floor(number / every) % values.length];
    const answers = { hs_name: of(SCHOOLS, 2) ?? '', entry_term: of(['fall_2027', 'spring_2028'], 3) ?? '' };
    const fate = of(['submitted', 'draft', 'withdrawn', 'submitted', 'reopened', 'trial', 'taken back'] as const);
    // Each day of the university ends at 5 AM in UTC.
    server.clock.advance(7 * 3_600_000);
    if (fate === 'draft') {
      await newDraft(server, { ...answers, ...of(HOMES) });
      continue;
    }
    const applicant = await newApplicant(server);
    await fillIn(server, applicant, { ...answers, ...of(HOMES) });
    const headers = { 'accept-language': of(['en-US', 'es-MX'], 5) ?? '', 'user-agent': of(['', PHONE], 2) ?? '' };
    expect((await applicant.call(submit, { headers })).status).toBe(200);
    const params = { id: applicant.applicationId };
    const acts = {
      reopened: [desk.reopen],
      withdrawn: [desk.withdraw],
      'taken back': [desk.withdraw, desk.undoWithdrawal],
    };
    for (const act of fate === 'submitted' || fate === 'trial' || !fate ? [] : acts[fate]) {
      // Each session of the office has ended by the next application.
      const director = await newColleague(server, 'director');
      expect((await director.call(act, { params, payload })).status).toBe(200);
    }
    if (fate === 'trial') {
      const email = `trial.${number}@trial.example`;
      await server.db.updateTable('account').set({ email }).where('id', '=', applicant.accountId).execute();
    }
  }
}

/** The applications as the applicants' own rows tell them: of the office's row only who has withdrawn. */
const SEASON = sql`(
  select application.created_at as started_at, submission.*, withdrawn_at is not null as is_withdrawn
  from application
  join account on account.id = account_id
  join office_application office on office.application_id = application.id
  left join submission on submission.application_id = application.id
  where account.email not like '%@trial.example')`;
const SENT = sql`confirmation_number is not null and not is_withdrawn`;

async function count(value: ReturnType<typeof sql>, where = SENT): Promise<Readonly<Record<string, number>>> {
  const query = sql<{ value: string; count: number }>`
    select coalesce(${value}, '') as value, count(*)::int as count from ${SEASON} season where ${where} group by 1`;
  const { rows } = await query.execute(server.db);
  return Object.fromEntries(rows.map((row) => [row.value, row.count]));
}
const answer = (key: string) => sql`content #>> array['answers', ${key}::text]`;
const dayOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'America/New_York', 'YYYY-MM-DD')`;

test('the numbers are what SQL counts over a season with withdrawn, reopened, test and Spanish applications', async () => {
  await makeSeason();
  const auditor = await newColleague(server, 'auditor');
  const { body } = await auditor.call(desk.numbers);
  const byValue = (rows: readonly { readonly value: string | null; readonly count: number }[] = []) =>
    Object.fromEntries(rows.map((row) => [row.value, row.count]));
  expect(byValue(body.by_term)).toEqual(await count(answer('entry_term')));
  expect(byValue(body.by_state)).toEqual(await count(answer('state')));
  expect(byValue(body.by_school)).toEqual(await count(answer('hs_name')));
  expect(byValue(body.by_language)).toEqual(await count(sql`language`));
  expect(byValue(body.by_device)).toEqual(await count(sql`device`));
  const home = sql`case when ${answer('country')} <> 'USA' then 'international'
    when ${answer('state')} = 'KY' then 'in_state' else 'out_of_state' end`;
  expect(byValue(body.by_residence)).toEqual(await count(home));
  const days = body.by_day ?? [];
  const onDays = (which: 'started' | 'submitted') =>
    Object.fromEntries(days.filter((day) => day[which] > 0).map((day) => [day.day, day[which]]));
  expect(onDays('started')).toEqual(await count(dayOf('started_at'), sql`true`));
  expect(onDays('submitted')).toEqual(await count(dayOf('submitted_at')));
  expect(days.length).toBeGreaterThan(5);
  const withdrawn = await count(sql`'withdrawn'`, sql`is_withdrawn`);
  expect({ withdrawn: body.withdrawn }).toEqual(withdrawn);
  expect(withdrawn).toEqual({ withdrawn: 4 });
  expect({ all: body.started }).toEqual(await count(sql`'all'`, sql`true`));
  expect({ sent: body.submitted }).toEqual(await count(sql`'sent'`));
});
