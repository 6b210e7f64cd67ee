import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadPart } from '../api/load-part.ts';
import { parseNavigationState } from '../session/navigation-state.ts';
import { onSessionAnnounced } from '../session/other-tabs.ts';
import { endSession } from '../session/session-end.ts';
import { SessionWatch } from '../session/session-watch.tsx';
import { shellText } from '../text/shell.ts';
import { currentToasts, showSuccess, subscribeToToasts } from '../ui/toast-store.ts';
import { useAppServices } from './app-services.tsx';
import { FlowErrors } from './flow-errors.tsx';

const ToastRegion = lazy(async () => ({
  default: (await loadPart(() => import('../ui/toast-region.tsx'))).ToastRegion,
}));

/** The region of toasts; its script comes with the first one. */
function Toasts() {
  const hasToasts = useSyncExternalStore(subscribeToToasts, () => currentToasts().length > 0);
  const [isLoaded, setIsLoaded] = useState(false);
  if (hasToasts && !isLoaded) setIsLoaded(true);
  return isLoaded ? (
    <Suspense>
      <ToastRegion words={shellText.toasts} />
    </Suspense>
  ) : null;
}

/** Shows the success message that a navigation carries, once: a reload does not repeat it (readings AMB-027). */
function useSuccessMessage(): void {
  const { key, state } = useLocation();
  useEffect(() => {
    const { success, ...rest } = parseNavigationState(state);
    if (success === undefined) return;
    const kept: unknown = window.history.state;
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'key') !== key) return;
    window.history.replaceState({ ...kept, usr: rest }, '');
    showSuccess(success);
  }, [key, state]);
}

/** Follows logins and logouts in other tabs: this tab never goes on with answers of a session that is over. */
function useOtherTabs(): void {
  const services = useAppServices();
  useEffect(
    () =>
      onSessionAnnounced((what) => {
        if (!services.snapshot.get().is_logged_in) return;
        if (what === 'login') window.location.reload();
        else endSession(services, { error: null, keepsUnsaved: false });
      }),
    [services],
  );
}

/** Lets flows outside of components navigate. */
function useNavigator(): void {
  const { navigator } = useAppServices();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    navigator.go = (to, options) => void navigate(to, options);
  }, [navigator, navigate]);
}

/** What stands beside every page: the session's watch, toasts, errors of flows. */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  useNavigator();
  useSuccessMessage();
  useOtherTabs();
  return (
    <>
      {children}
      <SessionWatch />
      <FlowErrors />
      <Toasts />
    </>
  );
}
