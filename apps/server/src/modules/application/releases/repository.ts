import type { FormDefinition } from '@firstyear/form-engine';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

/** Which form of which university. */
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

export async function selectRelease(
  db: Db,
  id: number,
): Promise<Pick<Selectable<Database['form_release']>, 'hash' | 'definition'>> {
  return db.selectFrom('form_release').select(['hash', 'definition']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The id of the newest release of a form. */
export async function selectNewestRelease(db: Db, { partner, form }: FormOfPartner): Promise<number | undefined> {
  const row = await db
    .selectFrom('form_release')
    .select('id')
    .where('partner', '=', partner)
    .where('form', '=', form)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
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
export async function selectReleases(
  db: Db,
  form: FormOfPartner,
): Promise<
  readonly Pick<Selectable<Database['form_release']>, 'id' | 'number' | 'hash' | 'definition' | 'released_at'>[]
> {
  return releasesOf(db, form)
    .select(['id', 'number', 'hash', 'definition', 'released_at'])
    .orderBy('number', 'desc')
    .execute();
}

/** Adds a release under the next number. False when another process was faster with that number. */
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
