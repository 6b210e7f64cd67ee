import type { FormDefinition } from '@firstyear/form-engine';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';

/** Which form of which university. */
export interface FormName {
  readonly partner: string;
  readonly form: string;
}

export async function selectDefinition(db: Db, { partner, form }: FormName, hash: string) {
  const row = await db
    .selectFrom('form_release')
    .select('definition')
    .where('partner', '=', partner)
    .where('form', '=', form)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.definition;
}

/** Adds a release under the next number. False when another process was faster with that number. */
export async function insertRelease(
  db: Db,
  { partner, form }: FormName,
  release: { readonly hash: string; readonly definition: FormDefinition; readonly released_at: Date },
): Promise<boolean> {
  const { hash, released_at } = release;
  const definition = JSON.stringify(release.definition);
  const { numAffectedRows } = await sql`
    insert into form_release (partner, form, number, hash, definition, released_at)
    select ${partner}, ${form}, coalesce(max(number), 0) + 1, ${hash}, ${definition}::json, ${released_at}::timestamptz
    from form_release where partner = ${partner} and form = ${form}
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}
