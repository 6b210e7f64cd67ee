import { type MutationState, useMutationState } from '@tanstack/react-query';
import { uploadMutationKey, useQueryClient } from '../api/queries.ts';
import { isUpload } from '../documents/running-uploads.ts';

/** The key of an item's uploads, and the id of their field. */
export const paperUploadId = (item: string) => `file-${item}`;

/** An item's upload that runs or has failed; it outlives the screen that it was begun on. */
export function usePaperUpload(item: string) {
  const queries = useQueryClient();
  const filters = { mutationKey: uploadMutationKey(paperUploadId(item)), exact: true };
  const select = ({ state: { status, error, variables } }: { readonly state: MutationState }) => ({
    isRunning: status === 'pending',
    error,
    upload: isUpload(variables) ? variables : undefined,
  });
  const last = useMutationState({ filters, select }, queries).at(-1);
  const forget = () => {
    const mutations = queries.getMutationCache();
    for (const upload of mutations.findAll(filters)) mutations.remove(upload);
  };
  return { last, forget };
}
