import { ServerError } from '@firstyear/api-client/errors';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './api.ts';

/** A refusal that a retry would not change. */
const isFinal = (error: unknown) => error instanceof ServerError && error.status < 500;

/** onSignedOut: the server answered a call with 401. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && !isFinal(error) },
      mutations: { retry: false },
    },
  });
}
