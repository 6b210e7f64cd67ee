import { createRequired } from '@firstyear/ui/hooks.ts';
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** The entry of the browser's history that is shown. */
export interface AppLocation {
  readonly pathname: string;
  /** With its '?'; '' when there is none. */
  readonly search: string;
  /** With its '#'; '' when there is none. */
  readonly hash: string;
  /** What the navigation carried. Comes from the history, so it may be of an older version or of anybody. */
  readonly state: unknown;
  /** Another one after every navigation; 'default' when the browser itself made the entry. */
  readonly key: string;
  /** Whether the browser led there, by Back or Forward: it scrolls to where the page was left as soon as that is drawn. */
  readonly isReturn?: boolean;
}

/** Goes to an address of the app. It takes the place of the entry that is shown when it replaces, else a new one follows. */
export type Navigate = (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;

interface Router {
  readonly location: AppLocation;
  readonly navigate: Navigate;
}

const [RouterProvider, useRouter] = createRequired<Router>('the address');

export { RouterProvider };

/** The address that is drawn: on the way to a page whose script is still to come, that of the page before it. */
export const useLocation = (): AppLocation => useRouter().location;
export const useNavigate = (): Navigate => useRouter().navigate;

/** An address as the pages are known by it: '/About/' leads to the same page as '/about'. */
export const plainPath = (pathname: string) => pathname.toLowerCase().replace(/\/+$/, '');

/** The entry of the history that the browser shows, drawn or not yet. */
export function readLocation(): AppLocation {
  const { pathname, search, hash } = window.location;
  const entry: unknown = window.history.state;
  const read = (name: string): unknown =>
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined;
  const key = read('key');
  return { pathname, search, hash, state: read('usr') ?? null, key: typeof key === 'string' ? key : 'default' };
}

/** Changes the state of the current history entry, without a render. */
export function replaceCarriedState(state: unknown): void {
  window.history.replaceState({ ...window.history.state, usr: state }, '');
}

/** `usr` and `key` are the names that React Router gave them: a tab may hold entries of a version that used it. */
function writeEntry(to: string, state: unknown, replace: boolean): void {
  const entry = { usr: state, key: String(Math.random()) };
  if (replace) window.history.replaceState(entry, '', to);
  else window.history.pushState(entry, '', to);
}

/** Marks an entry that the browser has made as one of ours: what it restores there later may be another person's. */
function markEntry(): void {
  if (window.history.state === null) window.history.replaceState({}, '');
}

interface BrowserLocationProps {
  /** Whether everything is there that the way from the address that is drawn to another needs. */
  readonly isAtHand?: (from: string, to: string) => boolean;
  readonly children: ReactNode;
}

/**
 * The browser's address, for everything inside. A page is left only when the next one can be drawn: a navigation is
 * a transition, which `useSyncExternalStore` cannot be. One for which everything is at hand is not: it goes ahead of what
 * is still being drawn of the page before.
 */
export function BrowserLocation({ isAtHand = () => false, children }: BrowserLocationProps) {
  const [location, setLocation] = useState(readLocation);
  const drawn = useRef(location.pathname);
  useLayoutEffect(() => {
    drawn.current = location.pathname;
  }, [location]);
  const [{ show, navigate }] = useState(() => {
    const show = (event?: PopStateEvent) => {
      markEntry();
      const next = { ...readLocation(), isReturn: event !== undefined };
      if (isAtHand(drawn.current, next.pathname)) setLocation(next);
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

/** One address for everything inside, where nobody goes anywhere: as the build draws a page. */
export function FixedLocation({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const { pathname, search, hash } = new URL(path, 'http://fixed.invalid');
  const location = { pathname, search, hash, state: null, key: 'default' };
  return <RouterProvider value={{ location, navigate: () => {} }}>{children}</RouterProvider>;
}

/** Redirects to another address, replacing the current one. */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const router = useRouter();
  // Once for each address that leads on: the router is another one then.
  useEffect(() => router.navigate(to, { replace: true, state }), [router, to, state]);
  return null;
}
