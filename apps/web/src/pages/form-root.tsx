import { paths } from '@firstyear/api-contract/addresses';
import { useValue } from '@firstyear/ui/hooks.ts';
import { type ReactNode, use, useEffect } from 'react';
import { loadPart } from '../api/load-part.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import { usePageChange } from '../flows/page-change.ts';
import { Redirect, useLocation } from '../location.tsx';
import { useForm } from '../partner-context.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import type { NavigationState } from '../session/navigation.ts';
import { redirectOf } from '../session/redirects.ts';
import { arrived, landed, recordEvent, type Visit } from '../session/visit.ts';
import { loadSummary } from './lazy-summary.ts';

/** A fresh submission carries the success message along (ROUTE-06). */
function arrivalState(visit: Visit, target: string): NavigationState | null {
  return target === paths.completion && visit.submitted !== null ? { success: visit.submitted } : null;
}

let serviceView: Promise<typeof import('./service-view.tsx')> | undefined;

/** Fetches the service view, once: it is for the university and for printing, so applicants do without it. */
function loadServiceView() {
  serviceView ??= loadPart(() => import('./service-view.tsx'));
  return serviceView;
}

/** The root of the form pages: what they need is loaded, redirects are made, and staff get the service view instead. */
export function FormRoot({ children }: { readonly children?: ReactNode }) {
  const form = useForm();
  const snapshot = useSnapshot();
  const visit = useVisit();
  const { rememberPage } = usePageChange();
  const { pathname, hash } = useLocation();
  const load = useApplicationLoad().loadOnce();
  const isLogoutStuck = useValue(useSession().isLogoutStuck);
  const target =
    isLogoutStuck && !visit.hasArrived
      ? paths.login
      : redirectOf(form, snapshot, { pathname, hash, isFirstLanding: !visit.hasLanded });
  const stays = target === null && !visit.isEnding;

  useEffect(() => {
    if (stays) rememberPage(pathname);
    // /completion names the default route itself: nobody is sent on from there (REDIR-02).
    if (stays || pathname === paths.completion) recordEvent(visit, landed);
    if (stays) recordEvent(visit, arrived);
  }, [stays, rememberPage, visit, pathname]);

  if (visit.isEnding) return null;
  // Fetched beside the application, not after it.
  if (snapshot.is_logged_in) loadSummary().catch(() => undefined);
  const paper = snapshot.is_service_user ? loadServiceView() : undefined;
  // Waiting for what is not loaded would be a moment in which a press on a page of the build is lost.
  if (load) use(load);
  if (target !== null) return <Redirect to={target} state={arrivalState(visit, target)} />;
  if (!paper) return children;
  const { ServiceView } = use(paper);
  return <ServiceView pathname={pathname} />;
}
