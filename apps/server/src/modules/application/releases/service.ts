import { createHash } from 'node:crypto';
import {
  type Form,
  type FormDefinition,
  type FormTranslation,
  formWords,
  indexForm,
  withWords,
  wordsProblems,
} from '@firstyear/form-engine';
import { idsOf, migrationProblems, migrationsAfter, outlineOf, releaseProblems } from '@firstyear/form-engine/releases';
import { ENGLISH, type Language } from '@firstyear/words';
import { SPANISH } from '@firstyear/words/spanish';
import { sql } from 'kysely';
import { type ServedForm, type ServedForms, servedFor, servedForms } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { StartRefusal } from '../../../process/start-refusal.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { listOtherSeasons } from '../row/listing.ts';

type FormId = Pick<ServedForm, 'id' | 'partner'>;

const releasesOf = (db: Db, { partner, id }: FormId) =>
  db.selectFrom('form_release').where('partner', '=', partner.slug).where('form', '=', id);

async function selectReleaseId(db: Db, form: FormId, hash: string): Promise<number | undefined> {
  const row = await releasesOf(db, form).select('id').where('hash', '=', hash).executeTakeFirst();
  return row?.id;
}

export const selectRelease = (db: Db, id: number) =>
  db.selectFrom('form_release').select(['hash', 'definition']).where('id', '=', id).executeTakeFirstOrThrow();

/** The id of the newest release of a form. */
export async function selectNewestRelease(db: Db, form: FormId): Promise<number | undefined> {
  const newest = releasesOf(db, form).select('id').orderBy('number', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.id;
}

/** The id of the newest release that has these migrations and no others. */
export async function selectReleaseWith(
  db: Db,
  form: FormId,
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

/** A form's releases with their definitions, newest first. */
export const listReleases = (db: Db, form: FormId) =>
  releasesOf(db, form)
    .select(['id', 'number', 'hash', 'definition', 'released_at'])
    .orderBy('number', 'desc')
    .execute();

/** Adds a release under the next number; false when another process has just taken that number. */
async function insertRelease(
  db: Db,
  { partner: { slug: partner }, id: form }: FormId,
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value) || 'toJSON' in value) return value;
  // Without a prototype, "__proto__" is a key like any other, so adding it to a snapshot counts as a change.
  const sorted: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys(value[key]);
  return sorted;
}

/** JSON with sorted keys, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value));

/** The part of a form to keep. */
const definitionOf = ({ pages, roles, translations, migrations }: Form): FormDefinition => ({
  pages,
  roles,
  ...(translations && { translations }),
  ...(migrations && { migrations }),
});

/** The definition with its Spanish words, if those fit this form. */
function withSpanish({ form, spanish }: ServedForm): FormDefinition {
  const definition = definitionOf(form);
  if (spanish === undefined) return definition;
  const words: FormTranslation = { locale: SPANISH.locale, words: formWords(spanish.form) };
  const whole = { ...definition, translations: [...(definition.translations ?? []), words] };
  return wordsProblems(whole).length === 0 ? whole : definition;
}

/** Cached, since hashing a form takes longer than the rest of a submission. */
const hashes = new WeakMap<Form, string>();

/** The hash of a form, which depends on all of its texts, questions, conditions, rules and options. */
export function hashOf(form: Form): string {
  const known = hashes.get(form);
  if (known !== undefined) return known;
  const { pages, translations, migrations } = form;
  const others = { ...(translations && { translations }), ...(migrations?.length && { migrations }) };
  const content = Object.keys(others).length > 0 ? { pages, ...others } : pages;
  const hash = createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 16);
  hashes.set(form, hash);
  return hash;
}

/**
 * Throws a sentence for each change of meaning that no migration describes, since the last release without migrations beyond the
 * form's own: during a rollout, a newer one may have been stored.
 */
async function requireMigrations(db: Db, served: ServedForm): Promise<void> {
  const { id, form } = served;
  const ids = idsOf(form);
  const isBefore = (definition: FormDefinition) => idsOf(definition).every((id) => ids.includes(id));
  const last = (await listReleases(db, served)).find(({ definition }) => isBefore(definition));
  const problems = last
    ? releaseProblems(outlineOf(indexForm(last.definition, form.words)), form)
    : migrationProblems(form);
  if (last === undefined || problems.length === 0) return;
  throw new StartRefusal(
    `The form ${id} has changed since its release ${last.number} in a way that its drafts have to be told of (docs/form.md). ${problems.join(' ')}`,
  );
}

/** Stores a form as a release, unless it is one already; returns it with the release's id. */
async function recordOne(db: Db, served: ServedForm, released_at: Date): Promise<ServedForm> {
  const hash = hashOf(served.form);
  for (;;) {
    const releaseId = await selectReleaseId(db, served, hash);
    if (releaseId !== undefined) return { ...served, releaseId };
    await requireMigrations(db, served);
    await insertRelease(db, served, { hash, definition: withSpanish(served), released_at });
  }
}

/** Stores the served forms as releases, unless they are already; returns them with their releases. */
export async function recordReleases(db: Db, { all }: ServedForms, released_at: Date): Promise<ServedForms> {
  const [first, ...others] = await Promise.all(all.map((item) => recordOne(db, item, released_at)));
  if (first === undefined) throw new Error('There is no form.');
  return servedForms(first, ...others);
}

/** A sentence for each form of which a newer release with changes has served: this version can't save the drafts that those moved. */
export async function describeNewerReleases(db: Db, { all }: ServedForms): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const served of all) {
    const [last] = await listReleases(db, served);
    const unknown = migrationsAfter(idsOf(served.form), last?.definition.migrations);
    if (last === undefined || unknown.length === 0) continue;
    sentences.push(
      `Release ${last.number} of the form ${served.id} has changes that this version doesn't know (${unknown.map(({ id }) => id).join(', ')}). Drafts that it has moved can't be saved here. To go back, release once more (docs/form.md).`,
    );
  }
  return sentences;
}

/** A sentence for each form that begins a season while applications of another one are kept: maybe nobody meant it. */
export async function describeOtherSeasons(db: Db, { all }: ServedForms): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const { id, season } of all) {
    const others = await listOtherSeasons(db, { id, season });
    const counts = others.map((other) => `${other.count} of ${other.season}`).join(', ');
    if (others.length === 0) continue;
    sentences.push(
      `The form ${id} begins the season ${season}: applicants start a new application, and no longer see theirs of an earlier season (${counts}). If you didn't mean this, set "season" in form.ts back.`,
    );
  }
  return sentences;
}

/** A stored form, which keeps the hash that it was stored under. */
export function storedForm(
  { definition, hash }: { readonly definition: FormDefinition; readonly hash: string },
  words: Form['words'],
): Form {
  const form = indexForm(definition, words);
  hashes.set(form, hash);
  return form;
}

/** Caches releases by hash: an export reads the same release repeatedly. */
const releaseCache = new Map<string, Form>();

/**
 * The form that an application was submitted with; for a draft, the served one. If its form is no longer served, the release that
 * the draft was saved with.
 */
export async function formOf(
  { db, forms }: Pick<AppDependencies, 'db' | 'forms'>,
  application: { readonly form: string; readonly release_id: number | null },
  submitted: { readonly form_version: string } | undefined,
): Promise<Form> {
  const served = forms.find(application.form);
  const hash = submitted?.form_version;
  if (served && (hash === undefined || hash === hashOf(served.form))) return served.form;
  const { form: fallback, partner } = servedFor(forms, application);
  const cached = hash === undefined ? undefined : releaseCache.get(hash);
  if (cached) return cached;
  const id =
    hash === undefined ? application.release_id : await selectReleaseId(db, { partner, id: application.form }, hash);
  if (id === null || id === undefined) return fallback;
  const form = storedForm(await selectRelease(db, id), fallback.words);
  releaseCache.set(hashOf(form), form);
  return form;
}

/** A stored form in another language; undefined if it wasn't served in that language. */
function definitionIn(form: Form, { locale }: Language): FormDefinition | undefined {
  const translation = form.translations?.find((translation) => translation.locale === locale);
  return translation && withWords(definitionOf(form), translation);
}

/** The requested language if the form exists in it, else English. Today's form exists in each. */
export const readableIn = (form: Form, today: Form, requested: Language): Language =>
  form === today || definitionIn(form, requested) !== undefined ? requested : ENGLISH;

/** The definition of an earlier form for callers that have only today's, in this language if it was stored in it. */
export function otherDefinition(form: Form, today: Form, language = ENGLISH): FormDefinition | undefined {
  if (form === today) return undefined;
  const { pages } = definitionIn(form, language) ?? form;
  return { pages, roles: form.roles };
}
