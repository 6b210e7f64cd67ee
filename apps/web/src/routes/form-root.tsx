import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { AnswerStoreProvider } from '../answers/hooks.ts';
import { redirectOf } from '../session/redirects.ts';
import { useAppServices, useSnapshot } from './app-services.tsx';
import { rememberPage } from './flows/page-change.ts';
import { ServiceView } from './service-view.tsx';

/** The root of the form pages: redirects, the service view, the answer store (specification 2). */
export function FormRoot() {
  const services = useAppServices();
  const snapshot = useSnapshot();
  const { pathname, hash } = useLocation();
  const { visit, answers } = services;
  const target = redirectOf(snapshot, { pathname, hash, isFirstLanding: visit.lastPath === null });
  const stays = target === null && !visit.isEnding;

  useEffect(() => {
    if (stays) rememberPage(services, pathname);
  }, [stays, services, pathname]);

  if (visit.isEnding) return null;
  if (target !== null) return <Navigate to={target} replace />;
  return (
    <AnswerStoreProvider value={answers}>
      {snapshot.is_service_user ? <ServiceView pathname={pathname} /> : <Outlet />}
    </AnswerStoreProvider>
  );
}
