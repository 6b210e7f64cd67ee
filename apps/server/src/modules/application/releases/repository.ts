import type { FormDefinition } from '@firstyear/form-engine';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';

/** A form of a university. */
export interface FormOfPartner {
  readonly partner: string;
  readonly form: string;
}

const releasesOf = (db: Db, { partner, form }: FormOfPartner) =>
  db.selectFrom('form_release').where('partner', '=', partner).where('form', '=', form);

/** The id of a form's release. */
export async function selectReleaseId(db: Db, form: FormOfPartner, hash: string): Promise<number | undefined> {
  const row = await releasesOf(db, form).select('id').where('hash', '=', hash).executeTakeFirst();
  return row?.id;
}

export const selectRelease = (db: Db, id: number) =>
  db.selectFrom('form_release').select(['hash', 'definition']).where('id', '=', id).executeTakeFirstOrThrow();

/** The id of the newest release of a form. */
export async function selectNewestRelease(db: Db, form: FormOfPartner): Promise<number | undefined> {
  const newest = releasesOf(db, form).select('id').orderBy('number', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.id;
}

/** The id of the newest release that has these migrations and no others. */
export async function selectReleaseWith(
  db: Db,
  form: FormOfPartner,
  migrations: readonly string[],
): Promise<number | undefined> {
  const row = await releasesOf(db, form)
    .select('id')
    .where(
      sql<boolean>`jsonb_path_query_array(definition::jsonb, '$.migrations[*].id') = ${JSON.stringify(migrations)}::jsonb`,
    )
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** A form's definitions, the newest first. */
export const selectReleases = (db: Db, form: FormOfPartner) =>
  releasesOf(db, form)
    .select(['id', 'number', 'hash', 'definition', 'released_at'])
    .orderBy('number', 'desc')
    .execute();

/** Adds a release under the next number; false when another process has just taken that number. */
export async function insertRelease(
  db: Db,
  { partner, form }: FormOfPartner,
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
