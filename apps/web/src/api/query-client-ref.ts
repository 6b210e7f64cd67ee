import { createRequired } from '@firstyear/ui/hooks.ts';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Where the query client stands. The first part that asks a query makes it (queries.ts); until then there is none, so
 * that a visitor's first screen does without the library.
 */
export interface QueryClientRef {
  current: QueryClient | null;
}

export const [QueryClientProvider, useQueryClientRef] = createRequired<QueryClientRef>('queries');

/** Ends the queries that run and forgets what all have fetched. */
export function forgetQueries({ current }: QueryClientRef): void {
  void current?.cancelQueries();
  current?.clear();
}
