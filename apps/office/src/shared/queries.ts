import type { CallOptions } from '@firstyear/api-client';
import { ServerError } from '@firstyear/api-client/errors';
import { retryDelay } from '@firstyear/api-client/retry';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import {
  applications,
  type ListFilter,
  me,
  officeApplication,
  officeChecklist,
  officeChoices,
  signInWays,
  views,
} from '@firstyear/api-contract/desk';
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { isOutOfSight, isSignedOut, request } from './api.ts';

/** The client of all queries. onSignedOut runs when the server answers a call with 401. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  const isFinal = (error: unknown) => error instanceof ServerError && error.status < 500;
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error) => {
        onError(error);
        // Somebody else has changed or deleted what is on the screen.
        const isStale = isOutOfSight(error) || (error instanceof ServerError && error.status === 409);
        if (isStale) void client.invalidateQueries();
      },
    }),
    defaultOptions: {
      // Offline, a call fails at once: nothing waits to be done later that looked refused.
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && !isFinal(error) && navigator.onLine,
        retryDelay: (failures) => retryDelay(failures),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** The query of a call. Its key is a name, by which pages invalidate it, and then the call's options. */
export const queryOf = <C extends Call>(name: string, call: C, options: CallOptions<C> = {}) =>
  queryOptions<ResponseOf<C>>({
    queryKey: [name, options],
    queryFn: ({ signal }) => request(call, { ...options, signal }),
  });

/** Refetches the queries of these names, if they are on the screen. */
export function useRefetch(): (...names: readonly string[]) => Promise<unknown> {
  const queries = useQueryClient();
  const refetch = async (name: string) => {
    // Invalidating alone keeps a first load that is in flight, whose response may be from before the change.
    await queries.cancelQueries({ queryKey: [name] });
    await queries.invalidateQueries({ queryKey: [name] });
  };
  return (...names) => Promise.all(names.map(refetch));
}

export type Me = ResponseOf<typeof me>;

/** In localStorage: the id of the person whose session this browser has. */
export const PERSON_KEY = 'firstyear.office-person';

export const meQuery = queryOptions<Me>({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const person = await request(me, { signal });
    localStorage.setItem(PERSON_KEY, person.id);
    return person;
  },
  staleTime: 60_000,
});

/**
 * Whether the browser's session is this person's. Where the storage doesn't say, since an applicant's logout empties it, the
 * server does.
 */
export async function isSessionOf(person: string): Promise<boolean> {
  if (localStorage.getItem(PERSON_KEY) === null) localStorage.setItem(PERSON_KEY, (await request(me)).id);
  return localStorage.getItem(PERSON_KEY) === person;
}

/** The signed-in person, with their rights. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

export const signInWaysQuery = { ...queryOf('sign-in-ways', signInWays), staleTime: Number.POSITIVE_INFINITY };

type ListQuery = ListFilter & { readonly after?: string; readonly before?: string; readonly last?: '1' };

/** One page of the list. The previous rows stay on the screen until the next ones arrive. */
export const listQuery = (query: ListQuery) => ({
  ...queryOf('applications', applications, { query }),
  placeholderData: keepPreviousData<ResponseOf<typeof applications>>,
});

export const choicesQuery = { ...queryOf('choices', officeChoices), staleTime: 300_000 };

export const viewsQuery = queryOf('views', views);

export const applicationQuery = (id: string) => queryOf('application', officeApplication, { params: { id } });

export const checklistQuery = (id: string) => queryOf('checklist', officeChecklist, { params: { id } });
