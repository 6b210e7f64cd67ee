import { createRequired } from '@firstyear/ui/hooks.ts';
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

export interface AppLocation {
  readonly pathname: string;
  /** With its '?'; '' when there is none. */
  readonly search: string;
  /** With its '#'; '' when there is none. */
  readonly hash: string;
  /** The state of the navigation, possibly of another person. */
  readonly state: unknown;
  /** New after every navigation; 'default' when the browser made the entry. */
  readonly key: string;
  /** Whether Back or Forward led there: the browser restores the scroll position once the page is drawn. */
  readonly isReturn?: boolean;
}

/** Goes to an address of the app, in a new history entry or replacing the current one. */
export type Navigate = (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;

interface Router {
  readonly location: AppLocation;
  readonly navigate: Navigate;
}

const [RouterProvider, useRouter] = createRequired<Router>('the address');

export { RouterProvider };

/** The address of the drawn page: during a transition, that of the previous page. */
export const useLocation = (): AppLocation => useRouter().location;
export const useNavigate = (): Navigate => useRouter().navigate;

/** The key of a page: '/About/' leads to the same page as '/about'. */
export const plainPath = (pathname: string) => pathname.toLowerCase().replace(/\/+$/, '');

/** The browser's current history entry, drawn or not yet. */
export function readLocation(): AppLocation {
  const { pathname, search, hash } = window.location;
  const entry: unknown = window.history.state;
  const read = (name: string): unknown =>
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined;
  const key = read('key');
  return { pathname, search, hash, state: read('state') ?? null, key: typeof key === 'string' ? key : 'default' };
}

export function replaceCarriedState(state: unknown): void {
  window.history.replaceState({ ...window.history.state, state }, '');
}

function writeEntry(to: string, state: unknown, replace: boolean): void {
  const entry = { state, key: String(Math.random()) };
  if (replace) window.history.replaceState(entry, '', to);
  else window.history.pushState(entry, '', to);
}

/** Marks an entry that the browser has made as ours: it may later restore another person's input there. */
function markEntry(): void {
  if (window.history.state === null) window.history.replaceState({}, '');
}

interface BrowserLocationProps {
  /** Whether all scripts for the navigation from one address to another are loaded. */
  readonly isLoaded?: (from: string, to: string) => boolean;
  readonly children: ReactNode;
}

/**
 * Provides the browser's address. A page stays until the next one can be drawn: a navigation is a transition, which
 * `useSyncExternalStore` cannot be. If all scripts are loaded, it isn't one, so that it goes ahead of unfinished renders.
 */
export function BrowserLocation({ isLoaded = () => false, children }: BrowserLocationProps) {
  const [location, setLocation] = useState(readLocation);
  const drawn = useRef(location.pathname);
  useLayoutEffect(() => {
    drawn.current = location.pathname;
  }, [location]);
  const [{ show, navigate }] = useState(() => {
    const show = (event?: PopStateEvent) => {
      markEntry();
      const next = { ...readLocation(), isReturn: event !== undefined };
      if (isLoaded(drawn.current, next.pathname)) setLocation(next);
      else startTransition(() => setLocation(next));
    };
    const navigate: Navigate = (to, { replace = false, state = null } = {}) => {
      writeEntry(to, state, replace);
      show();
    };
    return { show, navigate };
  });
  useLayoutEffect(() => {
    markEntry();
    window.addEventListener('popstate', show);
    return () => window.removeEventListener('popstate', show);
  }, [show]);
  return (
    <RouterProvider value={useMemo(() => ({ location, navigate }), [location, navigate])}>{children}</RouterProvider>
  );
}

/** Provides a fixed address, for prerendering. */
export function FixedLocation({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const { pathname, search, hash } = new URL(path, 'http://fixed.invalid');
  const location = { pathname, search, hash, state: null, key: 'default' };
  return <RouterProvider value={{ location, navigate: () => {} }}>{children}</RouterProvider>;
}

export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const router = useRouter();
  // Once for each redirected address: the router is a new object then.
  useEffect(() => router.navigate(to, { replace: true, state }), [router, to, state]);
  return null;
}
