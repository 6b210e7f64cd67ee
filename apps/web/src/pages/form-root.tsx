import { paths } from '@firstyear/api-contract/addresses';
import { useValue } from '@firstyear/ui/hooks.ts';
import { type ReactNode, use, useEffect } from 'react';
import { createPart } from '../api/create-part.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import { usePageChange } from '../flows/page-change.ts';
import { Redirect, useLocation } from '../location.tsx';
import { useForm } from '../partner-context.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import type { NavigationState } from '../session/navigation.ts';
import { redirectOf } from '../session/redirects.ts';
import { recordEvent, type Visit } from '../session/visit.ts';
import { applicantParts } from './lazy-applicant-parts.ts';

/** A new submission carries the success message (ROUTE-06). */
function arrivalState(visit: Visit, target: string): NavigationState | null {
  return target === paths.completion && visit.submitted !== null ? { success: visit.submitted } : null;
}

/** The service view, which is for the university and for printing. */
const serviceView = createPart(() => import('./service-view.tsx'));

/** The root of the form pages: loads their data, redirects, and shows staff the service view instead. */
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
    // /completion redirects to the default route itself (REDIR-02).
    if (stays || pathname === paths.completion) recordEvent(visit, { hasLanded: true });
    if (stays) recordEvent(visit, { hasArrived: true });
  }, [stays, rememberPage, visit, pathname]);

  if (visit.isEnding) return null;
  // Loaded in parallel with the application.
  if (snapshot.is_logged_in) applicantParts.load().catch(() => undefined);
  const paper = snapshot.is_service_user ? serviceView.load() : undefined;
  // Without a load, using a promise would suspend and lose a press on a prerendered page.
  if (load) use(load);
  if (target !== null) return <Redirect to={target} state={arrivalState(visit, target)} />;
  if (!paper) return children;
  const { ServiceView } = use(paper);
  return <ServiceView pathname={pathname} />;
}
