import type { LookupItem, LookupRecord } from '@firstyear/api-contract/lookup';
import { findSchools } from '@firstyear/school-search/find-schools';
import type { SchoolSearch } from '@firstyear/school-search/query-search';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import { type Candidate, type SchoolsDatabase, schoolById } from '@firstyear/school-search/search-repository';
import type pg from 'pg';
import { CONNECTIONS } from '../../../db/connections.ts';
import { createPool } from '../../../db/database.ts';

/** What a person needs to tell schools of one name apart. */
function subTextOf(school: Candidate): string {
  const place = [school.address_line_1, school.city, school.state].filter(Boolean).join(', ');
  return school.closed ? `${place} (closed)` : place;
}

const itemOf = (school: Candidate): LookupItem => ({ id: school.id, text: school.name, sub_text: subTextOf(school) });

/** Suggestions for the name, place or code of a school. */
export async function suggestSchools(
  search: SchoolSearch,
  category: SchoolCategory,
  text: string,
  limit: number,
): Promise<readonly LookupItem[]> {
  return (await findSchools(search, category, text, limit)).map(itemOf);
}

/** The record of one school, or undefined. */
export async function schoolRecordOf(
  database: SchoolsDatabase,
  category: SchoolCategory,
  id: string,
): Promise<LookupRecord | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const school = await schoolById(database, category, id);
  if (school === undefined) return undefined;
  const { name, ceeb, address_line_1, city, state, zip, country } = school;
  return { ...itemOf(school), address_line_1, address_line_2: '', city, state, zip, country, name, ceeb };
}

/**
 * Connections of the lookups alone, so that no search can keep an applicant's save waiting. Every statement of a
 * search is meant to use an index: a plan without one would be a wrong guess of the planner. Statements with a name are
 * planned once for each connection, for any values: planning took as long as searching.
 */
export function createLookupPool(databaseUrl: string, onIdleError?: (error: Error) => void): pg.Pool {
  return createPool(databaseUrl, {
    connections: CONNECTIONS.web.lookups,
    statementTimeoutMs: 500,
    settings: { enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' },
    ...(onIdleError && { onIdleError }),
  });
}
