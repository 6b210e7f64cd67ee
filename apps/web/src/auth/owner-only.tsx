import { paths } from '@firstyear/api-contract/addresses';
import type { ReactNode } from 'react';
import { ConnectionError, isUnauthorized } from '../api/errors.ts';
import { Redirect } from '../location.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import { recordEvent } from '../session/visit.ts';

/** A card for logged-in applicants. Redirects others to the Log In card. */
export function OwnerOnly({ children }: { readonly children: ReactNode }) {
  const { is_logged_in } = useSnapshot();
  const visit = useVisit();
  // An ending session leads to the Log In card by itself.
  if (visit.isEnding) return null;
  if (!is_logged_in) return <Redirect to={paths.login} />;
  return children;
}

/**
 * Runs a call of an account's card; an ended session leads to the Log In card. unanswered: the Log In card's words for a
 * change whose response was lost, and its new session with it.
 */
export function useOwnCall(unanswered: string | null = null): (call: () => Promise<void>) => Promise<void> {
  const { endUnauthorized } = useSession();
  const visit = useVisit();
  return async (call) => {
    try {
      await call();
      recordEvent(visit, { unansweredChange: null });
    } catch (error) {
      if (isUnauthorized(error)) {
        endUnauthorized();
        return;
      }
      recordEvent(visit, { unansweredChange: error instanceof ConnectionError ? unanswered : null });
      throw error;
    }
  };
}
