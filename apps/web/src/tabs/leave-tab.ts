import { type Form, isDocument, type TabGroup } from '@firstyear/application-form';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import { isUnauthorized } from '../api/errors.ts';
import { conversionQuery, documentAnswersQuery, isOpenConversion, uploadMutationKey } from '../api/queries.ts';

/** The tab must stay open: a file of it is on its way, or could not be deleted. */
export class TabBlocked extends Error {
  override readonly name = 'TabBlocked';
}

/** The document questions inside a tab. */
export function fileKeysOf(form: Form, group: string, tab: string): readonly string[] {
  return form.fields
    .filter(({ question, gates }) => {
      const isInside = gates.some((gate) => gate.kind === 'tab' && gate.group === group && gate.tab === tab);
      return isDocument(question) && isInside;
    })
    .map(({ question }) => question.key);
}

/**
 * Deletes the files of a tab that is left, with their conversions (TAB-03). Answers the keys that had one.
 * @throws TabBlocked while one of them is uploaded or converted, or when a deletion fails
 */
export async function leaveFiles(queries: QueryClient, keys: readonly string[]): Promise<readonly string[]> {
  const attached: string[] = [];
  for (const key of keys) {
    if (queries.isMutating({ mutationKey: uploadMutationKey(key) }) > 0) throw new TabBlocked();
    const { queryKey } = conversionQuery(key);
    const known = queries.getQueryData(queryKey);
    // What was never answered cannot have begun elsewhere without this page: no call is made for it.
    if (known?.status === 'NOT_ANSWERED' && !queries.getQueryData(documentAnswersQuery.queryKey)?.[key]) continue;
    const { status } = await queries.fetchQuery({ ...conversionQuery(key), staleTime: 0 });
    if (isOpenConversion(status)) throw new TabBlocked();
    if (status !== 'NOT_ANSWERED' || queries.getQueryData(documentAnswersQuery.queryKey)?.[key]) attached.push(key);
  }
  for (const key of attached) {
    try {
      await request('deleteDocument', { params: { key } });
      await request('deleteConversion', { params: { key } });
    } catch (error) {
      if (isUnauthorized(error)) throw error;
      throw new TabBlocked(undefined, { cause: error });
    }
    queries.setQueryData(conversionQuery(key).queryKey, { status: 'NOT_ANSWERED' });
  }
  if (attached.length > 0) await queries.fetchQuery({ ...documentAnswersQuery, staleTime: 0 }).catch(() => undefined);
  return attached;
}

/** The document questions of all tabs of a group. */
export function fileKeysOfGroup(form: Form, group: TabGroup): readonly string[] {
  return group.tabs.flatMap((tab) => fileKeysOf(form, group.id, tab.id));
}

/** Fetches anew how these files stand, also where nobody has asked before (ERR-17). What fails is asked for by whoever shows it. */
export async function refreshFiles(queries: QueryClient, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await Promise.allSettled([
    queries.fetchQuery({ ...documentAnswersQuery, staleTime: 0 }),
    ...keys.map((key) => queries.fetchQuery({ ...conversionQuery(key), staleTime: 0 })),
  ]);
}
