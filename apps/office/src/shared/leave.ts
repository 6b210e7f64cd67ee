import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { SELECTION_KEY } from './kept.ts';
import { meQuery, PERSON_KEY, signInWaysQuery } from './queries.ts';

/** Why somebody is at the sign-in page: they signed out, or the session ended while they were working. */
export type SignedOutWhy = 'left' | 'ended';

/** Forgets all loaded data and goes to the sign-in page. After a session that ended, that page leads back to this address. */
export async function leaveToSignIn(router: AnyRouter, queries: QueryClient, why: SignedOutWhy): Promise<void> {
  const { href } = router.state.location;
  // Nobody has been signed in on this page: the route itself redirects to the sign-in page.
  const me = queries.getQueryData(meQuery.queryKey);
  if (me === undefined) return;
  if (localStorage.getItem(PERSON_KEY) === me.id) localStorage.removeItem(PERSON_KEY);
  // It holds the search text. After a timeout it stays, for the same person's next sign-in.
  if (why === 'left') sessionStorage.removeItem(SELECTION_KEY);
  const to = why === 'ended' ? { to: href } : {};
  await router.navigate({ to: '/sign-in', search: { ...to, why }, replace: why === 'ended' });
  // But for what the sign-in page is loading by now: it would wait for it forever.
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => name !== signInWaysQuery.queryKey[0] });
  queries.getMutationCache().clear();
}
