import type { LookupItem, LookupRecord } from '@firstyear/api-contract/lookup';
import { findSchools } from '@firstyear/school-search/find-schools';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import { type Candidate, type SchoolsDatabase, schoolById } from '@firstyear/school-search/search-repository';
import { CONNECTIONS } from '../../../db/connections.ts';
import { createPool } from '../../../db/database.ts';

/** Distinguishes schools with the same name. */
function subTextOf(school: Candidate): string {
  const place = [school.address_line_1, school.city, school.state].filter(Boolean).join(', ');
  return school.closed ? `${place} (closed)` : place;
}

const itemOf = (school: Candidate): LookupItem => ({ id: school.id, text: school.name, sub_text: subTextOf(school) });

/** Suggestions for the name, place or code of a school. */
export const suggestSchools = async (...query: Parameters<typeof findSchools>): Promise<LookupItem[]> =>
  (await findSchools(...query)).map(itemOf);

/** The record of one school, if there is one. */
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
 * Connections only for lookups, so that a search never delays a save. Sequential scans are off, since every statement has an index.
 * Each named statement is planned once per connection: planning took as long as searching.
 */
export const createLookupPool = (databaseUrl: string, onIdleError?: (error: Error) => void) =>
  createPool(databaseUrl, {
    connections: CONNECTIONS.web.lookups,
    statementTimeoutMs: 500,
    settings: { enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' },
    ...(onIdleError && { onIdleError }),
  });
