import { type Form, releaseOf as nameOf } from '@firstyear/form-engine';
import { idsOf } from '@firstyear/form-engine/releases';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import type { ShownApplication } from '../row/application.ts';
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

/** A stored release. */
export async function releaseOf(db: Db, id: number, served: ServedForm): Promise<Form> {
  const { byId } = cacheOf(served);
  const form = byId.get(id) ?? storedForm(await selectRelease(db, id), served.form.words);
  byId.set(id, form);
  return form;
}

/** Ids of migrations as a page names them. */
export const idsIn = (release: string): readonly string[] => release.split(',').filter((id) => id !== '');

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
): Promise<{ readonly releaseId: number; readonly form: Form } | undefined> {
  const { ids } = cacheOf(served);
  const known = ids.get(release);
  const form = known === undefined ? undefined : await releaseOf(db, known, served);
  if (known !== undefined && form && asksAll(form, keys)) return { releaseId: known, form };
  const releaseId = await selectReleaseWith(db, served, idsIn(release));
  if (releaseId === undefined) return undefined;
  ids.set(release, releaseId);
  return { releaseId, form: await releaseOf(db, releaseId, served) };
}

/** A newer release with the same migrations, whose pages name the same release, that has some of these keys and the served form lacks them. */
export async function newerForm(db: Db, served: ServedForm, release: string, keys: readonly string[]) {
  if (asksAll(served.form, keys)) return undefined;
  // Usually there is no newer release, and formOfPage() would read the definitions of all.
  if ((await selectNewestRelease(db, served)) === served.releaseId) return undefined;
  const newer = await formOfPage(db, served, release, keys);
  const asksMore = keys.some((key) => !served.form.byStoredKey.has(key) && newer?.form.byStoredKey.has(key));
  return asksMore ? newer : undefined;
}

/** The newest stored form: during a rollout, pages may have a newer form than this server. */
export async function newestForm(db: Db, served: ServedForm): Promise<Form | undefined> {
  const id = await selectNewestRelease(db, served);
  return id === undefined ? undefined : releaseOf(db, id, served);
}

type Age = 'same' | 'older' | 'newer';

/** Whether a form is older than the server's (it lacks some changes) or newer (it knows more). release: as a page names it. */
export function comparePage({ form }: ServedForm, release: string): Age {
  const today = idsOf(form);
  const ids = idsIn(release);
  if (ids.some((id) => !today.includes(id))) return 'newer';
  return ids.length < today.length ? 'older' : 'same';
}

/** The form that a draft is in: the served one, unless it has to be migrated or a newer server has migrated it. */
export async function draftForm(
  db: Db,
  { release_id }: Pick<ShownApplication, 'release_id'>,
  served: ServedForm,
): Promise<{ readonly age: Age; readonly form: Form }> {
  const ofServed = { age: 'same', form: served.form } as const;
  if (release_id === null || release_id === served.releaseId) return ofServed;
  const form = await releaseOf(db, release_id, served);
  const age = comparePage(served, nameOf(form));
  return age === 'same' ? ofServed : { age, form };
}
