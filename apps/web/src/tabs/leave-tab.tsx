import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { request } from '../api/client.ts';
import { hasCode, isUnauthorized } from '../api/errors.ts';
import {
  conversionQuery,
  documentAnswersQuery,
  isOpenConversion,
  queryClientIn,
  uploadMutationKey,
} from '../api/queries.ts';
import type { QueryClientRef } from '../api/query-client-ref.ts';

/**
 * Deletes the files of a tab that is left, with their conversions (TAB-03), once the applicant has confirmed it. Returns whether
 * the tab can be left: not while a file is being uploaded or converted, and not when a deletion has failed; 'kept': the applicant
 * keeps the files. onGone: also runs for a file that is known to be deleted after a failure.
 */
export async function leaveFiles(
  ref: QueryClientRef,
  keys: readonly string[],
  handlers: {
    readonly confirm: (name: string) => Promise<boolean>;
    readonly onGone: (key: string) => void;
  },
): Promise<boolean | 'kept'> {
  const queries = queryClientIn(ref);
  const attached: string[] = [];
  for (const key of keys) {
    if (queries.isMutating({ mutationKey: uploadMutationKey(key) }) > 0) return false;
    const { queryKey } = conversionQuery(key);
    const known = queries.getQueryData(queryKey);
    // No call is needed if this page knows that there is neither a conversion nor a file.
    if (known?.status === 'NOT_ANSWERED' && !queries.getQueryData(documentAnswersQuery.queryKey)?.[key]) continue;
    const { status } = await queries.fetchQuery({ ...conversionQuery(key), staleTime: 0 });
    if (isOpenConversion(status)) return false;
    if (status !== 'NOT_ANSWERED' || queries.getQueryData(documentAnswersQuery.queryKey)?.[key]) attached.push(key);
  }
  // The files that the applicant is asked about: newer ones stay.
  const shown = queries.getQueryData(documentAnswersQuery.queryKey);
  const [first] = attached;
  if (first !== undefined && !(await handlers.confirm(shown?.[first]?.file_name ?? ''))) return 'kept';
  for (const key of attached) {
    try {
      const document = shown?.[key]?.id;
      await request('deleteDocument', { params: { key }, query: { document } });
      queries.setQueryData(conversionQuery(key).queryKey, { status: 'NOT_ANSWERED' });
      handlers.onGone(key);
      await request('deleteConversion', { params: { key } });
    } catch (error) {
      if (isUnauthorized(error)) throw error;
      await refreshFiles(ref, keys);
      if (hasCode(error, 'document_replaced')) throw error;
      return false;
    }
  }
  if (attached.length > 0) await queries.fetchQuery({ ...documentAnswersQuery, staleTime: 0 }).catch(() => undefined);
  return true;
}

/** Refetches the status of these files, also if never fetched before (ERR-17). The component that shows a file retries failures. */
export async function refreshFiles(ref: QueryClientRef, keys: readonly string[]): Promise<void> {
  const queries = queryClientIn(ref);
  await Promise.allSettled([
    queries.fetchQuery({ ...documentAnswersQuery, staleTime: 0 }),
    ...keys.map((key) => queries.fetchQuery({ ...conversionQuery(key), staleTime: 0 })),
  ]);
}

/** Explains that the tab stays open while one of its files is uploaded or converted. */
export function UploadRunning({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(documents);
  return (
    <Dialog
      role="alertdialog"
      title={words.uploadRunning}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.ok}</Button>}
    >
      <p>{words.waitForUpload}</p>
    </Dialog>
  );
}

/** Asks before a file is deleted because its tab is left. */
export function ConfirmDeletion({
  name,
  onEnd,
}: {
  readonly name: string;
  readonly onEnd: (isConfirmed: boolean) => void;
}) {
  const words = useWords(documents);
  return (
    <Dialog
      role="alertdialog"
      title={words.removeQuestion}
      onClose={() => onEnd(false)}
      actions={
        <Button variant="danger" onClick={() => onEnd(true)}>
          {words.removeConfirm}
        </Button>
      }
      cancel={words.removeCancel}
    >
      <p>{words.leaveExplanation({ name })}</p>
    </Dialog>
  );
}
