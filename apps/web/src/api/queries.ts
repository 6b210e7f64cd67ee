import type { ConversionStatus } from '@firstyear/api-contract/documents';
import { QueryClient, type QueryState, queryOptions } from '@tanstack/react-query';
import { CONVERSION_POLL_MS } from '../constants.ts';
import { request } from './client.ts';
import { isPutOff } from './errors.ts';
import { type QueryClientRef, useQueryClientRef } from './query-client-ref.ts';
import { retryDelay } from './retry-delay.ts';

/** The defaults (API-03, CONST-24): no retry, never stale, kept for good, no refetch of its own accord. */
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

/** The library does not count what was put off in a row: each wait is the third of the growing ones, 4 s. */
const WAITS_BEFORE = 2;
/** From 0 to below 1, another one in each browser. */
const chance = Math.random();

/**
 * Milliseconds until a query is asked again because a busy server has put it off, for as long as somebody looks at what it
 * is for; false: it has not.
 */
export const untilServed = ({ error }: Pick<QueryState, 'error'>) =>
  isPutOff(error) && retryDelay(WAITS_BEFORE, error.retryAfterMs, chance);

/** Queries of a logged-in applicant: what only the parts that draw it know. Give `enabled: isLoggedIn` wherever a component may stand logged out. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => request('profile'),
});
/** A link is to the answers of its moment: it goes with the last component that shows it. */
export const pdfQuery = queryOptions({ queryKey: ['pdf'], queryFn: () => request('pdf'), gcTime: 0 });
export const documentAnswersQuery = queryOptions({
  queryKey: ['document-answer'],
  queryFn: () => request('documentAnswers'),
  refetchInterval: ({ state }) => untilServed(state),
});

/** Answers that changes of the form took away lately. */
export const setAsideQuery = queryOptions({ queryKey: ['set-aside'], queryFn: () => request('setAside') });

export function isOpenConversion(status: ConversionStatus | undefined): boolean {
  return status === 'UNPROCESSED' || status === 'IN_PROGRESS';
}

/** The conversion of one document; asked for every 2 seconds while it is open and somebody looks. */
export const conversionQuery = (key: string) =>
  queryOptions({
    queryKey: ['conversion', key],
    queryFn: () => request('conversionStatus', { params: { key } }),
    refetchInterval: ({ state }) => untilServed(state) || (isOpenConversion(state.data?.status) && CONVERSION_POLL_MS),
  });

/** The key under which uploads of a document run; who wants to know whether one does asks for it. */
export const uploadMutationKey = (key: string) => ['upload', key] as const;
