import { randomUUID } from 'node:crypto';
import { type Answers, type Form, momentOf, relevantAnswers, traitsOf } from '@firstyear/form-engine';
import * as fc from 'fast-check';
import type pg from 'pg';
import { hashToken, newToken } from '../../apps/server/src/crypto/tokens.ts';
import { passwordHasher } from '../../apps/server/src/modules/accounts/identity/password-hasher.ts';
import { makeSnapshot } from '../../apps/server/src/modules/application/submission/content.ts';
import { validApplication } from '../../packages/form-engine/src/testing/arbitraries.ts';
import { FORM, PASSWORD } from '../support/person.ts';

/** Number of generated applications. Each person has the answers of one, with a name and an address of their own. */
const TEMPLATES = 300;
const SEED = 2026;

/** Answers without sealed ones, with their versions, as if typed in one tab, with four answers in each save. */
function draftOf(form: Form, answers: Answers, isKept: (key: string) => boolean) {
  const [client, begunAt] = [randomUUID(), Date.now() - 90 * 86_400_000];
  const kept = Object.entries(answers).filter(([key, value]) => value !== '' && form.byKey.has(key) && isKept(key));
  const versions = kept.map(
    ([key], place) => [key, { client, sequence: 1 + (place >> 2), edited_at: begunAt + place * 4_000 }] as const,
  );
  return { answers: Object.fromEntries(kept), versions: Object.fromEntries(versions) };
}

/** The generated applications, whole and just begun, with what is kept of a submission. */
function makeTemplates() {
  const applications = fc.sample(validApplication(FORM, momentOf(new Date())), { numRuns: TEMPLATES, seed: SEED });
  const fieldOf = (key: string) => FORM.byStoredKey.get(key);
  const isOpen = (key: string) => {
    const question = fieldOf(key)?.question;
    return question === undefined || !traitsOf(question).isSealed(question);
  };
  const empty = { sealed_answers: {}, tabs: {}, add_another: {} };
  return applications.map((answers, number) => {
    const whole = draftOf(FORM, answers, isOpen);
    const begun = draftOf(FORM, answers, (key) => isOpen(key) && fieldOf(key)?.page === FORM.pages[0]?.id);
    return { number, whole, begun, sent: makeSnapshot(FORM, empty, relevantAnswers(FORM, whole.answers), {}) };
  });
}

const GIVEN =
  'maria,jose,anna,john,wei,fatima,olga,david,emma,noah,liam,sofia,ahmed,yuki,lena,omar,grace,ivan,chloe,raj';
const FAMILY =
  'garcia,smith,nguyen,khan,mueller,oneil,lopez,brown,kim,patel,ivanova,rossi,silva,jones,ali,novak,sato,cohen,diaz,moore';
/** A name of a list with one of ten endings. */
const nameOf = (names: string, endings: string) =>
  `(string_to_array('${names}', ','))[1 + (random() * 19)::int] || (string_to_array('${endings}', ','))[1 + (random() * 9)::int]`;

/** A person's number, from their address. */
const NUMBER = `case when email like 'season.%' then substr(email, 8, 7)::int end`;
/** Of fifteen applicants ten have submitted, three could, and two have only begun. */
const IS_SUBMITTED = 'n % 3 > 0';
const IS_WHOLE = '(n % 3 > 0 or n % 5 < 3)';

const FILL = [
  `create temp table person as
    select n, gen_random_uuid() as account_id, gen_random_uuid() as id, 'season.' || lpad(n::text, 7, '0') || '@mail.example' as email, at,
      case when ${IS_SUBMITTED} then at + n % 20 * interval '1 hour' end as submitted_at,
      upper(lpad(to_hex(n::bigint * 2654435761 % 4294967296), 8, '0')) as code,
      ${nameOf(GIVEN, ',a,e,o,ine,el,is,ko,as,y')} as given, ${nameOf(FAMILY, ',s,ez,er,ov,son,ini,ski,es,i')} as family,
      case when ${IS_WHOLE} then whole else begun end as draft, sent
    from generate_series(0, $1::int - 1) as n
    cross join lateral (select now() - (n % 90 + 1) * interval '1 day' - n % 86399 * interval '1 second' as at) as begin
    join template on template.number = n % ${TEMPLATES}`,
  `insert into account (id, email, password_hash, created_at, confirmed_at) select account_id, email, $1, at, at from person`,
  `insert into application (id, account_id, form, season, answers, answer_versions, last_page, version, created_at, updated_at)
    select id, account_id, 'freshman', '2027', draft -> 'answers' ||
        jsonb_build_object('first_name', given, 'last_name', family, 'email_address', email),
      draft -> 'versions', '/${FORM.pages[0]?.id}', 60, at, coalesce(submitted_at, at) from person`,
  `insert into application_status (application_id, web_status, created_at)
    select id, 'started', at from person union all
    select id, status, submitted_at from person cross join (values ('validating'), ('submitted')) as later (status)
      where submitted_at is not null`,
  `insert into submission (application_id, confirmation_number, submitted_at, language, content, form_version, content_hash)
    select id, 'FY27-' || left(code, 4) || '-' || right(code, 4), submitted_at, 'en', sent -> 'content', sent ->> 'form_version',
      sent ->> 'content_hash' from person where submitted_at is not null`,
  `insert into successful_login (account_id, at)
    select account_id, at + login * interval '30 minutes' from person, generate_series(0, 2) as login`,
  `insert into audit_event (at, kind, account_id, actor, network)
    select at, 'account_confirmed', account_id, 'applicant', '198.18.0.1' from person union all
    select at, 'login', account_id, 'applicant', '198.18.0.1' from successful_login union all
    select submitted_at, 'submitted', account_id, 'applicant', '198.18.0.1' from person where submitted_at is not null`,
  `insert into mail_outbox (kind, recipient, subject, attempts, created_at, sent_at)
    select 'code', email, 'Your application', 1, at, at from person union all
    select 'receipt', email, 'Your application', 1, submitted_at, submitted_at from person where submitted_at is not null`,
  `insert into office_application (application_id, email, started_at, submitted_at, confirmation_number, web_status, given_name,
      family_name, name_key, school, school_key, term, major, state, documents, residence, language, birth_date, phone_key, stage)
    select id, email, at, submitted_at, case when ${IS_SUBMITTED} then 'FY27-' || left(code, 4) || '-' || right(code, 4) end,
      case when ${IS_SUBMITTED} then 'submitted' else 'started' end, given, family, family || ' ' || given, school, school, 'fall_2027',
      (array['art','nursing','biology',''])[1 + n % 4], (array['KY','OH','TN','IN','WV','VA'])[1 + n % 6],
      case when n % 500 = 0 then 'failed' else (array['none','ready','ready','waiting'])[1 + n % 4] end,
      case when n % 50 = 0 then 'international' else (array['in_state','out_of_state'])[1 + n % 2] end,
      case when n % 3 = 0 then '' when n % 20 = 0 then 'es' else 'en' end, (date '2007-01-01' + n % 1500)::text,
      (2000000000 + n::bigint * 31013)::text,
      case when n % 3 = 0 then '' else (array['','in_review','committee','decided'])[1 + n % 4] end
    from person cross join lateral (select 'school ' || n % 3000 || ' of county ' || n % 120 as school) as attended`,
  // Each submitted application needs four items or five.
  `insert into item (application_id, rule, source, state, created_at, changed_at, came_at)
    select id, rule, source, case when place < n % 7 - 1 then 'accepted' when place = n % 7 - 1 and n % 4 < 2 then 'came' else 'awaiting' end,
      submitted_at, submitted_at, case when place < n % 7 then submitted_at + n * interval '1 second' end
    from person cross join (values (0, 'transcript', 'school'), (1, 'counselor_report', 'school'), (2, 'act_scores', 'test_agency'),
      (3, 'sat_scores', 'test_agency'), (4, 'portfolio', 'applicant')) as rules (place, rule, source)
    where submitted_at is not null and (place < 4 or n % 2 = 0)`,
  `update office_application set checklist = standing.checklist, to_check_since = standing.since from (
    select application_id, min(came_at) filter (where state = 'came') as since,
      case when bool_or(state = 'came') then 'to_check' when bool_or(state = 'awaiting' and source = 'applicant') then 'waiting_applicant'
        when bool_or(state = 'awaiting') then 'waiting_others' else 'complete' end as checklist
    from item group by application_id) as standing where standing.application_id = office_application.application_id`,
];

/** Fills a migrated database with the made-up applications of a season, this many. */
export async function fillSeason(client: pg.Client, season: number): Promise<void> {
  // One hash for all: hashing 200,000 passwords would take hours.
  const password = await passwordHasher().hash(PASSWORD);
  // Neither triggers nor foreign keys are looked at: the rows are as those make them.
  await client.query('set session_replication_role = replica');
  await client.query('create temp table template (number int, whole jsonb, begun jsonb, sent jsonb)');
  const templates = `insert into template select * from jsonb_populate_recordset(null::template, $1)`;
  await client.query(templates, [JSON.stringify(makeTemplates())]);
  const parameters: readonly unknown[][] = [[season], [password]];
  for (const [place, statement] of FILL.entries()) await client.query(statement, parameters[place] ?? []);
  await client.query('set session_replication_role = origin');
  // As the database does by itself once it runs for a while.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** Opens sessions for the people of drafts; returns their tokens by address. */
export async function openSessions(client: pg.Client, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map(emails.map((email) => [email, newToken()]));
  await client.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at)
     select token_hash, account.id, now(), now()
     from unnest($1::text[], $2::bytea[]) as opened (address, token_hash) join account on account.email = address`,
    [[...tokens.keys()], [...tokens.values()].map(hashToken)],
  );
  return tokens;
}

/** The addresses of people with drafts: those that can be submitted as they are, and the others. */
export async function findDrafts(client: pg.Client) {
  const { rows } = await client.query<{ email: string; is_whole: boolean }>(
    `select email, ${IS_WHOLE} as is_whole from account join application on application.account_id = account.id
     cross join lateral (select ${NUMBER} as n) as made
     where n is not null and not exists (select from submission where application_id = application.id) order by md5(email)`,
  );
  const of = (isWhole: boolean) => rows.filter((row) => row.is_whole === isWhole).map(({ email }) => email);
  return { complete: of(true), begun: of(false) };
}
