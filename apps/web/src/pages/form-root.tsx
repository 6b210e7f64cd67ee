import { use, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { AnswerStoreProvider } from '../answers/hooks.ts';
import { type AppServices, useAppServices, useSnapshot, type Visit } from '../app/app-services.tsx';
import { loadApplication } from '../flows/load-application.ts';
import { rememberPage } from '../flows/page-change.ts';
import { paths } from '../paths.ts';
import type { NavigationState } from '../session/navigation-state.ts';
import { redirectOf } from '../session/redirects.ts';
import { ServiceView } from './service-view.tsx';

const NOTHING = Promise.resolve();

/** One load for each visit; it begins with the first form page. */
function loadOnce(services: AppServices): Promise<void> {
  const { visit } = services;
  if (visit.isEnding) return NOTHING;
  // Not at once: it changes stores, and this runs while React draws.
  visit.loading ??= NOTHING.then(() => loadApplication(services, new URL(window.location.href)));
  return visit.loading;
}

/** Whoever has just submitted takes the success message along (ROUTE-06). */
function arrivalState(visit: Visit, target: string): NavigationState | null {
  return target === paths.completion && visit.submitted !== null ? { success: visit.submitted } : null;
}

/** The root of the form pages: redirects, the service view, the answer store (specification 2). */
export function FormRoot() {
  const services = useAppServices();
  const snapshot = useSnapshot();
  const { pathname, hash } = useLocation();
  const { visit, answers } = services;
  const load = loadOnce(services);
  const target = redirectOf(snapshot, { pathname, hash, isFirstLanding: !visit.hasLanded });
  const stays = target === null && !visit.isEnding;

  useEffect(() => {
    if (stays) rememberPage(services, pathname);
    // /completion names the default route itself: nobody is sent on from there (REDIR-02).
    if (stays || pathname === paths.completion) visit.hasLanded = true;
  }, [stays, services, visit, pathname]);

  if (visit.isEnding) return null;
  use(load);
  if (target !== null) return <Navigate to={target} replace state={arrivalState(visit, target)} />;
  return (
    <AnswerStoreProvider value={answers}>
      {snapshot.is_service_user ? <ServiceView pathname={pathname} /> : <Outlet />}
    </AnswerStoreProvider>
  );
}
