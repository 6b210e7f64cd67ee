import type { ResponseOf } from '@firstyear/api-contract/call';
import type { numbers } from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import { countUnsentByState } from '../../reference/mail/service.ts';
import { filterOf, notTest, scopeOf, type Viewer } from './filter.ts';
import { countBy, countByDay, countByPage, countByQuestion, countWaitingDocuments } from './numbers-repository.ts';
import { emailsWithin } from './repository.ts';
import type { ListDependencies } from './service.ts';

const MOST_SCHOOLS = 50;
const MOST_VALUES = 100;
const MOST_QUESTIONS = 20;

const isSent = sql<boolean>`office_application.submitted_at is not null`;

/** Which mails count: within a limited role those to its applicants. */
function isCounted(deps: ListDependencies, viewer: Viewer) {
  const { test_email_domains = [] } = deps.office;
  if (viewer.condition !== undefined) {
    return sql<boolean>`recipient in ${emailsWithin([...scopeOf(deps, viewer), ...notTest(deps)])}`;
  }
  return sql<boolean>`split_part(recipient, '@', 2) <> all(${test_email_domains}::text[])`;
}

/** The numbers of the list, within what somebody sees; accounts for trying things out are in none. */
export async function readNumbers(
  deps: ListDependencies,
  viewer: Viewer,
  { term }: { readonly term?: string | undefined },
): Promise<ResponseOf<typeof numbers>> {
  const { db, partner } = deps;
  const conditions = [...scopeOf(deps, viewer), ...filterOf(deps, viewer, { term }, 'all')];
  const statuses = new Map(
    (await countBy(db, conditions, 'status', MOST_VALUES)).map((item) => [item.value, item.count]),
  );
  const started = new Map(
    (await countByDay(db, conditions, 'started_at', partner.time_zone)).map((item) => [item.value, item.count]),
  );
  const submitted = new Map(
    (await countByDay(db, conditions, 'submitted_at', partner.time_zone)).map((item) => [item.value, item.count]),
  );
  const days = [...new Set([...started.keys(), ...submitted.keys()])].sort();
  const sent = [...conditions, isSent];
  const keys = deps.forms.all.flatMap(({ form }) => form.fields.map(({ question }) => question.key));
  const mails = await countUnsentByState(db, isCounted(deps, viewer));
  return {
    started: [...statuses.values()].reduce((sum, count) => sum + count, 0),
    submitted: statuses.get('submitted') ?? 0,
    by_day: days.map((day) => ({ day, started: started.get(day) ?? 0, submitted: submitted.get(day) ?? 0 })),
    by_term: [...(await countBy(db, conditions, 'term', MOST_VALUES))],
    by_state: [...(await countBy(db, conditions, 'state', MOST_VALUES))],
    by_residence: [...(await countBy(db, conditions, 'residence', MOST_VALUES))],
    by_school: [...(await countBy(db, conditions, 'school', MOST_SCHOOLS))],
    by_language: [...(await countBy(db, sent, 'language', MOST_VALUES))],
    by_device: [...(await countBy(db, sent, 'device', MOST_VALUES))],
    drafts_stop_at: [...(await countByPage(db, conditions))],
    drafts_stop_after: [...(await countByQuestion(db, conditions, keys, MOST_QUESTIONS))],
    documents_waiting: await countWaitingDocuments(db, conditions),
    mails_waiting: mails.waiting,
    mails_failed: mails.failed,
  };
}
