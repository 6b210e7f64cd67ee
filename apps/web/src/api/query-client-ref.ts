import { useRequired } from '@firstyear/ui/hooks.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/**
 * Where the query client stands. The first part that asks a query makes it (queries.ts); until then there is none, so
 * that a visitor's first screen does without the library.
 */
export interface QueryClientRef {
  current: QueryClient | null;
}

const QueryClientContext = createContext<QueryClientRef | null>(null);
export const QueryClientProvider = QueryClientContext.Provider;

export function useQueryClientRef(): QueryClientRef {
  return useRequired(QueryClientContext, 'queries');
}

/** Ends the queries that run and forgets what all have fetched. */
export function forgetQueries({ current }: QueryClientRef): void {
  void current?.cancelQueries();
  current?.clear();
}
