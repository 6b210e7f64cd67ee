import { createHash } from 'node:crypto';
import { type Form, type FormDefinition, indexForm } from '@firstyear/form-engine';
import type { Db } from '../../../db/transaction.ts';
import { canonicalJson } from './canonical-json.ts';
import { type FormName, insertRelease, selectDefinition } from './repository.ts';

interface ReleaseDependencies {
  readonly db: Db;
  readonly form: Form;
  readonly partner: { readonly slug: string };
}

/** The one form that there is today, of each university. */
const nameOf = ({ partner }: Pick<ReleaseDependencies, 'partner'>): FormName => ({
  partner: partner.slug,
  form: 'freshman',
});

const definitionOf = ({ pages, roles }: Form): FormDefinition => ({ pages, roles });

/** A form never changes, and to go through all of it takes longer than the rest of a submission. */
const hashes = new WeakMap<Form, string>();

/** Which form it is: another text, question, condition, rule or option makes another hash. */
export function hashOf(form: Form): string {
  const known = hashes.get(form);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(canonicalJson(form.pages)).digest('hex').slice(0, 16);
  hashes.set(form, hash);
  return hash;
}

/** Keeps the form that serves from now on as a release, unless it is one already. */
export async function recordRelease(deps: ReleaseDependencies, released_at: Date): Promise<void> {
  const { db, form } = deps;
  const hash = hashOf(form);
  const release = { hash, definition: definitionOf(form), released_at };
  while (!(await selectDefinition(db, nameOf(deps), hash))) await insertRelease(db, nameOf(deps), release);
}

/** Releases that were asked for, by their hash: they never change, and an export asks for one again and again. */
const forms = new Map<string, Form>();

/**
 * The form that something was submitted with. Today's where nothing was, and for what was submitted before releases were
 * kept.
 */
export async function formOf(
  deps: ReleaseDependencies,
  submitted: { readonly form_version: string } | undefined,
): Promise<Form> {
  const hash = submitted?.form_version;
  if (hash === undefined || hash === hashOf(deps.form)) return deps.form;
  const known = forms.get(hash);
  if (known) return known;
  const definition = await selectDefinition(deps.db, nameOf(deps), hash);
  if (!definition) return deps.form;
  const form = indexForm(definition, deps.form.words);
  forms.set(hash, form);
  return form;
}

/** The definition of a form that is not today's, for who has only that one. */
export function otherDefinition(form: Form, today: Form): FormDefinition | undefined {
  return form === today ? undefined : definitionOf(form);
}
