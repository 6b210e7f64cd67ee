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
import { migrationProblems, outlineOf, releaseProblems } from '@firstyear/form-engine/releases';
import { ENGLISH, type Language } from '@firstyear/words';
import { SPANISH } from '@firstyear/words/spanish';
import { type ServedForm, type ServedForms, servedFor, servedForms } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { StartRefusal } from '../../../errors/start-refusal.ts';
import { canonicalJson } from './canonical-json.ts';
import { type FormOfPartner, insertRelease, selectRelease, selectReleaseId, selectReleases } from './repository.ts';

interface ReleaseDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
}

export { selectReleases as listReleases } from './repository.ts';

/** With the words of each language, and what its releases changed in meaning. */
const definitionOf = ({ pages, roles, translations, migrations }: Form): FormDefinition => ({
  pages,
  roles,
  ...(translations && { translations }),
  ...(migrations && { migrations }),
});

/** What is kept of a form: with the words of its Spanish, where that is of this very form. */
function withSpanish({ form, spanish }: ServedForm): FormDefinition {
  const definition = definitionOf(form);
  if (spanish === undefined) return definition;
  const words: FormTranslation = { locale: SPANISH.locale, words: formWords(spanish.form) };
  const whole = { ...definition, translations: [...(definition.translations ?? []), words] };
  return wordsProblems(whole).length === 0 ? whole : definition;
}

/** A form never changes, and to go through all of it takes longer than the rest of a submission. */
const hashes = new WeakMap<Form, string>();

/** Which form it is: another text in any of its languages, question, condition, rule or option makes another hash. */
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
 * Throws a sentence for each change of meaning since the last release that is not written down. A form that lacks migrations of a
 * newer release is an older one that serves again: it goes by the last one of its own line.
 */
async function requireMigrations(db: Db, name: FormOfPartner, form: Form): Promise<void> {
  const ids = (form.migrations ?? []).map(({ id }) => id);
  const isBefore = ({ migrations = [] }: FormDefinition) => migrations.every(({ id }) => ids.includes(id));
  const last = (await selectReleases(db, name)).find(({ definition }) => isBefore(definition));
  const problems = last
    ? releaseProblems(outlineOf(indexForm(last.definition, form.words)), form)
    : migrationProblems(form);
  if (last === undefined || problems.length === 0) return;
  throw new StartRefusal(
    `The form ${name.form} has changed since its release ${last.number} in a way that its drafts have to be told of (docs/form.md). ${problems.join(' ')}`,
  );
}

/** Keeps a form that serves from now on as a release, unless it is one already; returns it with that release's id. */
async function recordOne(db: Db, served: ServedForm, released_at: Date): Promise<ServedForm> {
  const name: FormOfPartner = { partner: served.partner.slug, form: served.id };
  const hash = hashOf(served.form);
  for (;;) {
    const releaseId = await selectReleaseId(db, name, hash);
    if (releaseId !== undefined) return { ...served, releaseId };
    await requireMigrations(db, name, served.form);
    await insertRelease(db, name, { hash, definition: withSpanish(served), released_at });
  }
}

/** Keeps the forms that serve from now on as releases, unless they are already; returns them with their releases. */
export async function recordReleases(db: Db, { all }: ServedForms, released_at: Date): Promise<ServedForms> {
  const [first, ...others] = await Promise.all(all.map((item) => recordOne(db, item, released_at)));
  if (first === undefined) throw new Error('There is no form.');
  return servedForms(first, ...others);
}

/** A form as it was stored, with the hash that it was stored under. */
export function storedForm(
  { definition, hash }: { readonly definition: FormDefinition; readonly hash: string },
  words: Form['words'],
): Form {
  const form = indexForm(definition, words);
  hashes.set(form, hash);
  return form;
}

/** Releases read so far, by their hash: they never change, and an export reads the same release again and again. */
const kept = new Map<string, Form>();

/** What says which form an application has: its own row, and what was submitted, if anything was. */
interface Filled {
  readonly form: string;
  readonly release_id: number | null;
}

/**
 * The form of an application: the one it was submitted with; a draft has the one that serves. An application whose form is not
 * served any more has the release that it names. Today's form for what was submitted before releases were kept.
 */
export async function formOf(
  { db, forms }: ReleaseDependencies,
  application: Filled,
  submitted: { readonly form_version: string | null } | undefined,
): Promise<Form> {
  const served = forms.find(application.form);
  const hash = submitted?.form_version ?? undefined;
  if (served && (hash === undefined || hash === hashOf(served.form))) return served.form;
  const { form: otherwise, partner } = servedFor(forms, application);
  const known = hash === undefined ? undefined : kept.get(hash);
  if (known) return known;
  const name: FormOfPartner = { partner: partner.slug, form: application.form };
  const id = hash === undefined ? application.release_id : await selectReleaseId(db, name, hash);
  if (id === null || id === undefined) return otherwise;
  const form = storedForm(await selectRelease(db, id), otherwise.words);
  kept.set(hashOf(form), form);
  return form;
}

/** A form that was kept, in a language that it was served in; undefined where it was not. */
function definitionIn(form: Form, { locale }: Language): FormDefinition | undefined {
  const translation = form.translations?.find((translation) => translation.locale === locale);
  return translation && withWords(definitionOf(form), translation);
}

/** The language that a form can be read in for who asks for this one: today's in each, another one in those it was kept in. */
export const readableIn = (form: Form, today: Form, asked: Language): Language =>
  form === today || definitionIn(form, asked) !== undefined ? asked : ENGLISH;

/** The definition of a form that is not today's, for who has only that one, in a language if it was kept in it. */
export function otherDefinition(form: Form, today: Form, language = ENGLISH): FormDefinition | undefined {
  if (form === today) return undefined;
  const { pages } = definitionIn(form, language) ?? form;
  return { pages, roles: form.roles };
}
