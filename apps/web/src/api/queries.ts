import type * as contract from '@firstyear/api-contract';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { CONVERSION_POLL_MS } from '../ui/constants.ts';
import { request } from './client.ts';
import { isPutOff } from './errors.ts';
import { type QueryClientRef, useQueryClientRef } from './query-client-ref.ts';
import { retryDelay } from './retry-delay.ts';

/**
 * The defaults (API-03, CONST-24): never stale, kept for good, no refetch of its own accord, and no retry but of what a
 * server puts off that is too busy or away.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (_, error) => isPutOff(error),
        retryDelay: (failures, error) =>
          retryDelay(failures, isPutOff(error) ? error.retryAfterMs : undefined, Math.random()),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        // Without this a call made offline would wait silently instead of failing with words.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The query client of this load of the page. */
export function queryClientIn(ref: QueryClientRef): QueryClient {
  ref.current ??= createQueryClient();
  return ref.current;
}

/** The query client, which each hook of the library is given as its second argument. */
export function useQueryClient(): QueryClient {
  return queryClientIn(useQueryClientRef());
}

/** Queries of a logged-in applicant: what only the parts that draw it know. Give `enabled: isLoggedIn` wherever a component may stand logged out. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => request('profile'),
});
export const pdfQuery = queryOptions({ queryKey: ['pdf'], queryFn: () => request('pdf') });
export const documentAnswersQuery = queryOptions({
  queryKey: ['document-answer'],
  queryFn: () => request('documentAnswers'),
});

export function isOpenConversion(status: contract.ConversionStatus | undefined): boolean {
  return status === 'UNPROCESSED' || status === 'IN_PROGRESS';
}

/** The conversion of one document; asked for every 2 seconds while it is open and somebody looks. */
export const conversionQuery = (key: string) =>
  queryOptions({
    queryKey: ['conversion', key],
    queryFn: () => request('conversionStatus', { params: { key } }),
    refetchInterval: (query) => (isOpenConversion(query.state.data?.status) ? CONVERSION_POLL_MS : false),
  });

/** The key under which uploads of a document run; who wants to know whether one does asks for it. */
export const uploadMutationKey = (key: string) => ['upload', key] as const;
