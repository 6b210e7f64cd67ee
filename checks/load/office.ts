import { type ListFilter, SORTS } from '@firstyear/api-contract/desk';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import * as z from 'zod';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { createDatabase, createPool } from '../../apps/server/src/db/database.ts';
import { recordInList } from '../../apps/server/src/modules/application/row/list-row.ts';
import { countViews, findNeighbors, listPage } from '../../apps/server/src/modules/office/list/service.ts';
import { readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { percentile, timeOf } from '../support/numbers.ts';
import { startDatabase } from '../support/product.ts';

const options = z.object({
  rows: wholeNumber(200_000, 1, 5_000_000),
  times: wholeNumber(40, 1, 10_000),
  saves: wholeNumber(50, 0, 10_000),
});

const GIVEN =
  'maria,jose,anna,john,wei,fatima,olga,david,emma,noah,liam,sofia,ahmed,yuki,lena,omar,grace,ivan,chloe,raj';
const FAMILY =
  'garcia,smith,nguyen,khan,mueller,oneil,lopez,brown,kim,patel,ivanova,rossi,silva,jones,ali,novak,sato,cohen,diaz,moore';

/** SQL that fills the list with made-up applications: twenty given and family names, each with one of ten endings. */
const fill = (rows: number) => `
  set session_replication_role = replica;
  insert into account (id, email, created_at, confirmed_at)
    select gen_random_uuid(), 'made.' || n || '@mail.example', now(), now() from generate_series(1, ${rows}) n;
  insert into application (account_id, form, season, created_at, updated_at)
    select id, 'freshman', '2027', created_at, created_at from account;
  analyze account, application;
  insert into office_application (application_id, email, started_at, submitted_at, confirmation_number, web_status,
      given_name, family_name, name_key, school, school_key, term, major, state, documents, residence, language, birth_date, phone_key, stage)
    select id, email, now() - n * interval '1 minute', case when n % 3 > 0 then now() - n * interval '30 seconds' end,
      case when n % 3 > 0 then 'FY27-' || upper(substr(md5(n::text), 1, 4)) || '-' || upper(substr(md5(n::text), 5, 4)) end, 'started',
      given, family, family || ' ' || given, school, school, 'fall_2027', (array['art','nursing','biology',''])[1 + n % 4],
      (array['KY','OH','TN','IN','WV','VA'])[1 + n % 6], case when n % 500 = 0 then 'failed' else (array['none','ready','ready','waiting'])[1 + n % 4] end,
      case when n % 50 = 0 then 'international' else (array['in_state','out_of_state'])[1 + n % 2] end,
      case when n % 3 = 0 then '' when n % 20 = 0 then 'es' else 'en' end,
      (date '2007-01-01' + n % 1500)::text, (2000000000 + n::bigint * 31013)::text,
      case when n % 3 = 0 then '' else (array['','in_review','committee','decided'])[1 + n % 4] end
    from (
      select application.id, account.email, n,
        (string_to_array('${GIVEN}', ','))[1 + (random() * 19)::int] || (array['','a','e','o','ine','el','is','ko','as','y'])[1 + (random() * 9)::int] as given,
        (string_to_array('${FAMILY}', ','))[1 + (random() * 19)::int] || (array['','s','ez','er','ov','son','ini','ski','es','i'])[1 + (random() * 9)::int] as family,
        'school ' || (n % 3000) || ' of county ' || (n % 120) as school
      from application join account on account.id = application.account_id
      join lateral (select split_part(account.email, '.', 2)::text as made) as part on true
      join lateral (select regexp_replace(part.made, '@.*', '')::int as n) as number on true
    ) as people;
  insert into item (application_id, rule, source, state, created_at, changed_at, came_at)
    select application_id, rule, source,
      case when place < done then 'accepted' when place = done and n % 4 < 2 then 'came' else 'awaiting' end,
      submitted_at, submitted_at, case when place <= done then submitted_at + n * interval '1 second' end
    from (select application_id, submitted_at, n, n % 7 - 1 as done from (
        select application_id, submitted_at, row_number() over ()::int as n from office_application where submitted_at is not null
      ) as numbered) as listed
    cross join (values (0, 'transcript', 'school'), (1, 'counselor_report', 'school'), (2, 'act_scores', 'test_agency'),
      (3, 'sat_scores', 'test_agency'), (4, 'portfolio', 'applicant')) as rules (place, rule, source)
    where place < 4 or n % 2 = 0;
  update office_application set checklist = standing.checklist, to_check_since = standing.since from (
    select application_id, min(came_at) filter (where state = 'came') as since,
      case when bool_or(state = 'came') then 'to_check' when bool_or(state = 'awaiting' and source = 'applicant') then 'waiting_applicant'
        when bool_or(state = 'awaiting') then 'waiting_others' else 'complete' end as checklist
    from item group by application_id) as standing
    where standing.application_id = office_application.application_id and office_application.submitted_at is not null;
  set session_replication_role = origin;`;

/**
 * `npm run bench:office [-- --rows NUMBER] [--times NUMBER] [--saves PER_SECOND]`: the times of the office's list with made-up
 * applications while applicants save answers that it shows: searches, misspellings, neighbors, the last page, sorts, filters, what
 * waits to be checked, and the counts of the views. Each submitted application needs four items or five.
 */
await runCommand(async (run) => {
  const { rows, times, saves } = readOptions(options);
  const { url, client } = await startDatabase(run);
  await client.query(fill(rows));
  // As the database does by itself once it runs for a while.
  await client.query('vacuum analyze');
  const pool = createPool(url, { connections: 2 });
  const db = createDatabase(pool);
  run.onEnd(() => db.destroy());
  const deps = { db, ...(await loadPartner({ partner: DEFAULT_PARTNER, environment: 'production' })) };
  const viewer = {
    staffId: '00000000-0000-4000-8000-000000000000',
    role: 'clerk',
    condition: undefined,
    newSince: new Date(Date.now() - 86_400_000),
  } as const;

  const { rows: ids } = await client.query<{ application_id: string; name_key: string }>(
    'select application_id, name_key from office_application order by md5(application_id::text) limit 2000',
  );
  const saver = createDatabase(createPool(url, { connections: 2 }));
  run.onEnd(() => saver.destroy());
  let [saved, failed] = [0, 0];
  const save = async () => {
    const id = ids[saved++ % ids.length];
    if (!id) return;
    const [last_name = '', first_name = ''] = id.name_key.split(' ');
    const answers = { first_name, last_name, hs_name: `School ${saved}` };
    await recordInList(saver, { form: deps.forms.first.form, partner: deps.partner }, id.application_id, answers);
  };
  const saving = saves > 0 ? setInterval(() => void save().catch(() => (failed += 1)), 1000 / saves) : undefined;
  run.onEnd(() => clearInterval(saving));

  const measure = async (work: () => Promise<unknown>) => {
    await work();
    const durations: number[] = [];
    while (durations.length < times) durations.push(await timeOf(work));
    return { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) };
  };
  const formatMs = (ms: number) => ms.toFixed(1).padStart(7);
  const show = async (name: string, work: () => Promise<unknown>) => {
    const { p50, p95 } = await measure(work);
    console.log(`${name.padEnd(28)} p50 ${formatMs(p50)} p95 ${formatMs(p95)} ms`);
  };
  const list = (filter: ListFilter & { last?: '1' }) => () => listPage(deps, viewer, filter);
  console.log(`${rows} made-up applications, ${times} times each, beside ${saves} saves a second`);
  for (const q of ['Maria Garcia', 'garc', 'Maira Gracia', 'Garsia']) await show(`search "${q}"`, list({ q }));
  const [first] = ids;
  const q = first?.name_key.split(' ')[0]?.slice(0, 4) ?? '';
  await show('neighbors in a search', () => findNeighbors(deps, viewer, first?.application_id ?? '', { q }));
  await show('search "ma" sorted by name', list({ q: 'ma', sort: 'name' }));
  await show('search "garc", last page', list({ q: 'garc', last: '1' }));
  await show('last page', list({ last: '1' }));
  for (const sort of SORTS) await show(`sort by ${sort}`, list({ sort }));
  await show('filter by label (none)', list({ label: 'x' }));
  await show('filter by residence (many)', list({ residence: 'in_state' }));
  await show('filter by residence (few)', list({ residence: 'international' }));
  await show('filter by failed documents', list({ document: 'failed' }));
  await show('filter by language', list({ language: 'es' }));
  await show('filter by checklist', list({ checklist: 'waiting_others' }));
  await show('filter by stage', list({ stage: 'in_review' }));
  await show('what is complete', list({ view: 'complete' }));
  await show('what is to be checked', list({ view: 'to-check' }));
  await show('counts of the views', () => countViews(deps, viewer, new Date()));
  clearInterval(saving);
  console.log(`${saved} saves, of which ${failed} failed`);
});
