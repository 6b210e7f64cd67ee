import type { ResponseOf } from '@firstyear/api-contract/call';
import {
  applications,
  type ListFilter,
  me,
  officeApplication,
  officeChoices,
  signInWays,
  views,
} from '@firstyear/api-contract/desk';
import { keepPreviousData, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { request } from './api.ts';

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request(me, { signal }),
  staleTime: 60_000,
});

export type Me = ResponseOf<typeof me>;

/** Who is signed in, and what they may do. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: ({ signal }) => request(signInWays, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type ListQuery = ListFilter & { readonly after?: string; readonly before?: string; readonly last?: '1' };

/** One page of the list. The previous rows stay on the screen until the next ones arrive. */
export const listQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['applications', query],
    queryFn: ({ signal }) => request(applications, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const choicesQuery = queryOptions({
  queryKey: ['choices'],
  queryFn: ({ signal }) => request(officeChoices, { signal }),
  staleTime: 300_000,
});

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => request(views, { signal }),
});

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id],
    queryFn: ({ signal }) => request(officeApplication, { params: { id }, signal }),
  });
