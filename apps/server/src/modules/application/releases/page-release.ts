import { type Answers, type Form, parseAnswers } from '@firstyear/form-engine';
import { type AtticEntry, type Migration, migratePart } from '@firstyear/form-engine/releases';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import type { AnswerVersion } from '../../../db/types.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { selectNewestRelease, selectRelease, selectReleaseWith } from './repository.ts';
import { storedForm } from './service.ts';

interface MetReleases {
  readonly byId: Map<number, Form>;
  /** Their ids, by the migrations that a page has named. */
  readonly ids: Map<string, number>;
}
/** Releases never change, and a process meets few of those of a form that it serves. */
const met = new WeakMap<Form, MetReleases>();
function metBy({ form }: ServedForm): MetReleases {
  const all = met.get(form) ?? { byId: new Map(), ids: new Map() };
  met.set(form, all);
  return all;
}

export const knownReleases = (served: ServedForm): Iterable<Form> => metBy(served).byId.values();

/** A stored release; undefined for applications saved before there were releases. */
export async function releaseOf(db: Db, id: number | null, served: ServedForm): Promise<Form | undefined> {
  if (id === null) return undefined;
  const { byId } = metBy(served);
  const kept = byId.get(id) ?? storedForm(await selectRelease(db, id), served.form.words);
  byId.set(id, kept);
  return kept;
}

/** Ids of migrations as a page names them. */
const idsIn = (release: string): readonly string[] => release.split(',').filter((id) => id !== '');

const nameOf = ({ partner, id }: ServedForm) => ({ partner: partner.slug, form: id });

const asksAll = ({ byStoredKey }: Form, keys: readonly string[]): boolean => keys.every((key) => byStoredKey.has(key));

/**
 * The newest form with the migrations that a page names; undefined where no such release was ever kept. One that has come since is
 * looked for where the known one lacks any of these keys.
 */
export async function formOfPage(
  db: Db,
  served: ServedForm,
  release: string,
  keys: readonly string[] = [],
): Promise<Form | undefined> {
  const { ids } = metBy(served);
  const known = ids.get(release);
  const form = known === undefined ? undefined : await releaseOf(db, known, served);
  if (form && asksAll(form, keys)) return form;
  const id = await selectReleaseWith(db, nameOf(served), idsIn(release));
  if (id === undefined) return undefined;
  ids.set(release, id);
  return releaseOf(db, id, served);
}

/** A newer form with the same migrations that asks some of these keys where the served one doesn't. Its pages name the same release. */
export async function newerForm(
  db: Db,
  served: ServedForm,
  release: string,
  keys: readonly string[],
): Promise<{ readonly form: Form; readonly releaseId: number } | undefined> {
  if (asksAll(served.form, keys)) return undefined;
  // Most often there is no newer one, and the query for a page's form reads the definitions of all.
  if ((await selectNewestRelease(db, nameOf(served))) === served.releaseId) return undefined;
  const form = await formOfPage(db, served, release, keys);
  const releaseId = metBy(served).ids.get(release);
  const asksMore = keys.some((key) => !served.form.byStoredKey.has(key) && form?.byStoredKey.has(key));
  return form && releaseId !== undefined && asksMore ? { form, releaseId } : undefined;
}

/** The newest stored form: during a rollout, pages may have a newer form than this server. */
export async function newestForm(db: Db, served: ServedForm): Promise<Form | undefined> {
  const id = await selectNewestRelease(db, nameOf(served));
  return id === undefined ? undefined : releaseOf(db, id, served);
}

/** Whether a page's form is older than the server's (it lacks some changes) or newer (it knows more). */
export function comparePage({ form }: ServedForm, release: string): 'same' | 'older' | 'newer' {
  const today = (form.migrations ?? []).map(({ id }) => id);
  const ids = idsIn(release);
  if (ids.some((id) => !today.includes(id))) return 'newer';
  return ids.length < today.length ? 'older' : 'same';
}

/** Answers of a save that only the rest of their draft tells what they become. */
export interface PageSave {
  /** As the page names it. */
  readonly release: string;
  readonly rest: Answers;
}

/** A save as the served form has it. */
export interface BroughtSave extends PageSave {
  /** The form to parse and merge it with: the served one, or a newer one with more questions and the same migrations. */
  readonly form: Form;
  readonly input: Readonly<Record<string, unknown>>;
  /** Answers to questions that the served form lacks. */
  readonly attic: readonly AtticEntry<AnswerVersion>[];
  /** The last change between its page and the served form, by which an answer that is hidden now is set aside; none in the same form. */
  readonly lastMade?: string | undefined;
}

type Parted = { readonly answers: Answers; readonly others: Readonly<Record<string, unknown>> };

/** The answers that a page's own form takes; nobody has asked for the others. */
function readBy(page: Form, input: BroughtSave['input']): Parted {
  const { answers, refused } = parseAnswers(page, input);
  return { answers, others: Object.fromEntries(refused.map(({ key }) => [key, input[key]])) };
}

/** What a migration can read, and what is refused later. */
function textsIn(input: BroughtSave['input']): Parted {
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
 * page names the migrations it knows; without a name it knows none. 409 form_changed when nobody knows its release.
 */
export async function bringSave(
  db: Db,
  served: ServedForm,
  release: string,
  input: Readonly<Record<string, unknown>>,
  version: AnswerVersion,
): Promise<BroughtSave> {
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
  const { answers, others } = page ? readBy(page, input) : textsIn(input);
  const lastMade = served.form.migrations?.findLast(({ id }) => !ids.includes(id))?.id;
  const bring = (part: Answers) => migratePart(part, version, from, served.form);
  const whole = bring(answers);
  if (whole) return { form, input: { ...others, ...whole.answers }, attic: whole.attic, release, rest: {}, lastMade };
  const needsMore = ([key, value]: readonly [string, string | boolean]) => bring({ [key]: value }) === undefined;
  const rest = Object.fromEntries(Object.entries(answers).filter(needsMore));
  const part = bring(Object.fromEntries(Object.entries(answers).filter(([key]) => !Object.hasOwn(rest, key))));
  if (!part) throw new ApiError('form_changed');
  return { form, input: { ...others, ...part.answers }, attic: part.attic, release, rest, lastMade };
}
