import { type AppServices, FIRST_VISIT } from '../app/app-services.tsx';
import { announceSession } from './other-tabs.ts';

/** Somebody has just logged in (SESSION-01). The form pages' root loads the rest. */
export function beginSession({ snapshot, queryClient, visit }: AppServices): void {
  queryClient.clear();
  Object.assign(visit, FIRST_VISIT, { interrupted: visit.interrupted });
  snapshot.set({ is_logged_in: true, has_changed_page: false });
  announceSession('login');
}
