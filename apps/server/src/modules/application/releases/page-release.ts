import { type Answers, type Form, parseAnswers } from '@firstyear/form-engine';
import { type AtticEntry, type Migration, migratePart } from '@firstyear/form-engine/releases';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { AnswerVersion } from '../../../db/columns.ts';
import type { Db } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { selectNewestRelease, selectRelease, selectReleaseWith, storedForm } from './service.ts';

interface CachedReleases {
  readonly byId: Map<number, Form>;
  /** Ids by the migrations that a page named. */
  readonly ids: Map<string, number>;
}
/** Releases never change, and a process reads few of each form. */
const cache = new WeakMap<Form, CachedReleases>();
function cacheOf({ form }: ServedForm): CachedReleases {
  const cached = cache.get(form) ?? { byId: new Map(), ids: new Map() };
  cache.set(form, cached);
  return cached;
}

export const knownReleases = (served: ServedForm): Iterable<Form> => cacheOf(served).byId.values();

/** A stored release; undefined for applications saved before there were releases. */
export async function releaseOf(db: Db, id: number | null, served: ServedForm): Promise<Form | undefined> {
  if (id === null) return undefined;
  const { byId } = cacheOf(served);
  const form = byId.get(id) ?? storedForm(await selectRelease(db, id), served.form.words);
  byId.set(id, form);
  return form;
}

/** Ids of migrations as a page names them. */
const idsIn = (release: string): readonly string[] => release.split(',').filter((id) => id !== '');

const asksAll = ({ byStoredKey }: Form, keys: readonly string[]): boolean => keys.every((key) => byStoredKey.has(key));

/**
 * The newest release with the migrations that a page names; undefined for an unknown one. Queries the database again when the
 * cached release lacks any of these keys.
 */
export async function formOfPage(
  db: Db,
  served: ServedForm,
  release: string,
  keys: readonly string[] = [],
): Promise<Form | undefined> {
  const { ids } = cacheOf(served);
  const known = ids.get(release);
  const form = known === undefined ? undefined : await releaseOf(db, known, served);
  if (form && asksAll(form, keys)) return form;
  const id = await selectReleaseWith(db, served, idsIn(release));
  if (id === undefined) return undefined;
  ids.set(release, id);
  return releaseOf(db, id, served);
}

/** A newer release with the same migrations, whose pages name the same release, that has some of these keys and the served form lacks them. */
export async function newerForm(db: Db, served: ServedForm, release: string, keys: readonly string[]) {
  if (asksAll(served.form, keys)) return undefined;
  // Usually there is no newer release, and formOfPage() would read the definitions of all.
  if ((await selectNewestRelease(db, served)) === served.releaseId) return undefined;
  const form = await formOfPage(db, served, release, keys);
  const releaseId = cacheOf(served).ids.get(release);
  const asksMore = keys.some((key) => !served.form.byStoredKey.has(key) && form?.byStoredKey.has(key));
  return form && releaseId !== undefined && asksMore ? { form, releaseId } : undefined;
}

/** The newest stored form: during a rollout, pages may have a newer form than this server. */
export async function newestForm(db: Db, served: ServedForm): Promise<Form | undefined> {
  const id = await selectNewestRelease(db, served);
  return id === undefined ? undefined : releaseOf(db, id, served);
}

/** Whether a page's form is older than the server's (it lacks some changes) or newer (it knows more). */
export function comparePage({ form }: ServedForm, release: string): 'same' | 'older' | 'newer' {
  const today = (form.migrations ?? []).map(({ id }) => id);
  const ids = idsIn(release);
  if (ids.some((id) => !today.includes(id))) return 'newer';
  return ids.length < today.length ? 'older' : 'same';
}

type Input = Readonly<Record<string, unknown>>;

/** Answers of a save whose migration depends on the rest of the draft. */
export interface PageSave {
  /** As the page names it. */
  readonly release: string;
  readonly rest: Answers;
}

/** A save, migrated to the served form. */
interface MigratedSave extends PageSave {
  /** The form to parse and merge it with: the served one, or a newer one with more questions and the same migrations. */
  readonly form: Form;
  readonly input: Input;
  /** Answers to questions that the served form lacks. */
  readonly attic: readonly AtticEntry<AnswerVersion>[];
  /** The last migration between the page and the served form. Answers that are hidden now are set aside under it. */
  readonly lastMigration?: string | undefined;
}

/** Splits a save into answers that the page's own form accepts and others. */
function splitByForm(page: Form, input: Input): { readonly answers: Answers; readonly others: Input } {
  const { answers, refused } = parseAnswers(page, input);
  return { answers, others: Object.fromEntries(refused.map(({ key }) => [key, input[key]])) };
}

/** Splits a save into answers that a migration can read and others, which are refused later. */
function splitByType(input: Input): { readonly answers: Answers; readonly others: Input } {
  const answers: Record<string, string | boolean> = {};
  const others: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'boolean') answers[key] = value;
    else if (value === null) answers[key] = '';
    else others[key] = value;
  }
  return { answers, others };
}

/**
 * Migrates a save from the page's release to the served one; answers to questions that the served form lacks go to the attic. The
 * page names the migrations it knows; without a name it knows none. 409 form_changed for an unknown release.
 */
export async function migrateSave(
  db: Db,
  served: ServedForm,
  release: string,
  input: Input,
  version: AnswerVersion,
): Promise<MigratedSave> {
  const { form } = served;
  const age = comparePage(served, release);
  const keys = Object.keys(input);
  if (age === 'same') {
    const newer = await newerForm(db, served, release, keys);
    return { form: newer?.form ?? form, input, attic: [], release, rest: {} };
  }
  const ids = idsIn(release);
  let from: readonly Migration[] = (form.migrations ?? []).filter(({ id }) => ids.includes(id));
  let page: Form | undefined;
  if (age === 'newer') {
    page = await formOfPage(db, served, release, keys);
    if (page === undefined) throw new ApiError('form_changed');
    from = page.migrations ?? [];
  }
  const { answers, others } = page ? splitByForm(page, input) : splitByType(input);
  const migrate = (part: Answers) => migratePart(part, version, from, served.form);
  const whole = migrate(answers);
  const needsDraft = ([key, value]: readonly [string, string | boolean]) => migrate({ [key]: value }) === undefined;
  const rest = whole ? {} : Object.fromEntries(Object.entries(answers).filter(needsDraft));
  const part =
    whole ?? migrate(Object.fromEntries(Object.entries(answers).filter(([key]) => !Object.hasOwn(rest, key))));
  if (!part) throw new ApiError('form_changed');
  const lastMigration = served.form.migrations?.findLast(({ id }) => !ids.includes(id))?.id;
  return { form, input: { ...others, ...part.answers }, attic: part.attic, release, rest, lastMigration };
}
