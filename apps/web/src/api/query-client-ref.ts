import { createRequired } from '@firstyear/ui/hooks.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Holds the query client, which the first query creates (queries.ts): a visitor's first screen does without the library. */
export interface QueryClientRef {
  current: QueryClient | null;
}

export const [QueryClientProvider, useQueryClientRef] = createRequired<QueryClientRef>('queries');

export function forgetQueries({ current }: QueryClientRef): void {
  void current?.cancelQueries();
  current?.clear();
}
