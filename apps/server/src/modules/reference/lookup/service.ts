import type { LookupItem, LookupRecord } from '@firstyear/api-contract';
import type pg from 'pg';
import { findSchools } from './find-schools.ts';
import type { SchoolSearch } from './query-search.ts';
import type { SchoolCategory } from './query-words.ts';
import type { Candidate } from './school-words.ts';
import { schoolById } from './search-repository.ts';

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
  pool: pg.Pool,
  category: SchoolCategory,
  id: string,
): Promise<LookupRecord | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const school = await schoolById(pool, category, id);
  if (school === undefined) return undefined;
  const { name, ceeb, address_line_1, city, state, zip, country } = school;
  return { ...itemOf(school), address_line_1, address_line_2: '', city, state, zip, country, name, ceeb };
}
