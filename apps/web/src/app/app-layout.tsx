import { useValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { clearToasts, showSuccess, useHasToasted } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { lazyPart, waitingParts } from '../api/load-part.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import { readLocation, replaceCarriedState, useLocation, useNavigate } from '../location.tsx';
import { useSession, useSnapshot } from '../session/hooks.ts';
import { parseNavigationState } from '../session/navigation.ts';
import { LazyPart, PartBoundary } from '../shell/part-boundary.tsx';
import styles from './app.module.css';
import type { AppServices } from './create-app-services.ts';

const Toasts = lazyPart(() => import('../shell/switched-errors.tsx'), 'Toasts');
const SessionWatch = lazyPart<'SessionWatch', object>(() => import('../session/session-watch.tsx'), 'SessionWatch');

const FirstToasts = () => useHasToasted() && <Toasts />;

/** Shows the success message that a navigation carries, once: a reload does not repeat it. */
function useSuccessMessage(): void {
  const { key, state } = useLocation();
  useEffect(() => {
    const { success, ...rest } = parseNavigationState(state);
    if (success === undefined || readLocation().key !== key) return;
    replaceCarriedState(rest);
    showSuccess(success);
  }, [key, state]);
}

/** Follows the session in other tabs, and reloads a page that the browser restores. */
function useSessionElsewhere(): void {
  const { followOtherTabs, followRestoring } = useSession();
  useEffect(followOtherTabs, [followOtherTabs]);
  useEffect(followRestoring, [followRestoring]);
}

function useNavigator(navigator: AppServices['navigator']): void {
  const navigate = useNavigate();
  useLayoutEffect(() => {
    navigator.go = navigate;
  }, [navigator, navigate]);
}

export interface AppLayoutProps extends Pick<AppServices, 'navigator' | 'flowError'> {
  readonly children: ReactNode;
}

/** Parts around every page: the session's watch, toasts, errors of flows. */
export function AppLayout({ navigator, flowError, children }: AppLayoutProps) {
  useNavigator(navigator);
  useSuccessMessage();
  useSessionElsewhere();
  const { is_logged_in } = useSnapshot();
  return (
    <>
      {children}
      <LazyPart>{is_logged_in && <SessionWatch />}</LazyPart>
      <WaitingNotice />
      <FlowErrors error={flowError} />
      <LazyPart onClose={clearToasts}>
        <FirstToasts />
      </LazyPart>
    </>
  );
}

function Rethrow({ error }: { readonly error: ValueStore<unknown> }) {
  const failed = useValue(error);
  if (failed !== undefined) throw failed;
  return null;
}

/** Rethrows errors of the logout and inactivity flows to the error boundary (ERR-21), until they are resolved. */
function FlowErrors({ error }: { readonly error: ValueStore<unknown> }) {
  const isFailed = useValue(error) !== undefined;
  return (
    <PartBoundary key={String(isFailed)} onClose={() => error.set(undefined)}>
      <Rethrow error={error} />
    </PartBoundary>
  );
}

/** Says that a page or a save waits for the connection or for a busy server. No toast: their script may be missing too. */
function WaitingNotice() {
  const isWaiting = useValue(waitingParts) > 0;
  const load = useApplicationLoad();
  const isPartial = useValue(load.isPartial);
  const deferred = useValue(load.deferred);
  const words = useWords(app);
  return (
    <div role="status">
      {(isWaiting || isPartial || deferred) && (
        <p className={styles.notice}>
          <strong>{deferred ? words[deferred] : words.offline.title}</strong>{' '}
          <span>{deferred ? words.kept : words.offline.text}</span> {isPartial && <span>{words.offline.saved}</span>}
        </p>
      )}
    </div>
  );
}
