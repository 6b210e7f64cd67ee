import { myItems } from '@firstyear/api-contract/items';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/client.ts';
import { untilServed, useQueryClient } from '../api/queries.ts';
import { CONVERSION_POLL_MS } from '../constants.ts';

/** What the application needs. Polled while a paper is being converted, and read again when somebody comes back to the tab. */
export function useItems() {
  const queries = useQueryClient();
  // Without this, nothing follows the tab's focus.
  useEffect(() => {
    queries.mount();
    return () => queries.unmount();
  }, [queries]);
  return useQuery(
    {
      queryKey: ['items'],
      queryFn: () => request(myItems),
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) =>
        untilServed(state) ||
        (state.data?.items.some(({ papers }) => papers.some((paper) => paper.state === 'waiting')) === true &&
          CONVERSION_POLL_MS),
    },
    queries,
  );
}
