import { paths } from '@firstyear/api-contract/addresses';
import type { ReactNode } from 'react';
import { ConnectionError, isUnauthorized } from '../api/errors.ts';
import { Redirect } from '../location.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import { changeEnded, happened } from '../session/visit.ts';

/** A card for logged-in applicants. Others are led to the Log In card. */
export function OwnerOnly({ children }: { readonly children: ReactNode }) {
  const { is_logged_in } = useSnapshot();
  const visit = useVisit();
  // A session that is being ended leads to the Log In card by itself.
  if (visit.isEnding) return null;
  if (!is_logged_in) return <Redirect to={paths.login} />;
  return children;
}

/**
 * Runs what a card of an account does; a session that is over leads to the Log In card. With words for a change that ends
 * sessions: when its response is lost, its new session is too, and the Log In card says them.
 */
export function useOwnCall(unanswered: string | null = null): (call: () => Promise<void>) => Promise<void> {
  const { endUnauthorized } = useSession();
  const visit = useVisit();
  return async (call) => {
    try {
      await call();
      happened(visit, changeEnded(null));
    } catch (error) {
      if (isUnauthorized(error)) {
        endUnauthorized();
        return;
      }
      happened(visit, changeEnded(error instanceof ConnectionError ? unanswered : null));
      throw error;
    }
  };
}
