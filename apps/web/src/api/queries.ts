import { retryDelay } from '@firstyear/api-client/retry';
import type { ConversionStatus } from '@firstyear/api-contract/documents';
import { QueryClient, type QueryState, queryOptions } from '@tanstack/react-query';
import { CONVERSION_POLL_MS } from '../constants.ts';
import { request } from './client.ts';
import { isDeferred } from './errors.ts';
import { type QueryClientRef, useQueryClientRef } from './query-client-ref.ts';

/** The defaults (API-03, CONST-24): no retry, never stale, kept for good, no automatic refetch. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        // Without this, an offline call would wait silently instead of failing with a message.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export function queryClientIn(ref: QueryClientRef): QueryClient {
  ref.current ??= createQueryClient();
  return ref.current;
}

/** The query client, the second argument of each hook of the library. */
export function useQueryClient(): QueryClient {
  return queryClientIn(useQueryClientRef());
}

/** The library does not count deferrals in a row: each wait is the third of the back-off, 4 s. */
const WAITS_BEFORE = 2;
/** The random jitter of this browser, from 0 to below 1. */
const jitter = Math.random();

/** Milliseconds until a query that a busy server has deferred is refetched; false: it was not deferred. */
export const untilServed = ({ error }: Pick<QueryState, 'error'>) =>
  isDeferred(error) && retryDelay(WAITS_BEFORE, { atLeastMs: error.retryAfterMs, random: jitter });

/** Queries of a logged-in applicant. Set `enabled: isLoggedIn` wherever a visitor may see the component. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => request('profile'),
});
/** A link leads to a copy made earlier, so it is forgotten with the last component that shows it. */
export const pdfQuery = queryOptions({ queryKey: ['pdf'], queryFn: () => request('pdf'), gcTime: 0 });
export const documentAnswersQuery = queryOptions({
  queryKey: ['document-answer'],
  queryFn: () => request('documentAnswers'),
  refetchInterval: ({ state }) => untilServed(state),
});

export const setAsideQuery = queryOptions({ queryKey: ['set-aside'], queryFn: () => request('setAside') });

export function isOpenConversion(status: ConversionStatus | undefined): boolean {
  return status === 'UNPROCESSED' || status === 'IN_PROGRESS';
}

/** The conversion of one document; polled every 2 seconds while it is open and a component shows it. */
export const conversionQuery = (key: string) =>
  queryOptions({
    queryKey: ['conversion', key],
    queryFn: () => request('conversionStatus', { params: { key } }),
    refetchInterval: ({ state }) => untilServed(state) || (isOpenConversion(state.data?.status) && CONVERSION_POLL_MS),
  });

/** The key of all uploads, and of those of one question. */
export const UPLOADS_KEY = ['upload'] as const;
export const uploadMutationKey = (key: string) => [...UPLOADS_KEY, key] as const;
