import { type Card, defaultPath, type Path, paths } from '@firstyear/api-contract';
import type { Form } from '@firstyear/application-form';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { loadPart } from '../api/load-part.ts';
import { useForm } from '../partner-context.tsx';
import { AppLayout, type AppLayoutProps } from './app-layout.tsx';
import { ErrorPage } from './error.tsx';
import { LoadingPage } from './loading.tsx';
import { RootBoundary } from './root-boundary.tsx';

/** Unknown addresses and '/' go to the default route and keep the query string (ROUTE-13). */
function ToDefault() {
  return <Navigate to={`${defaultPath(useForm())}${useLocation().search}`} replace />;
}

interface LazyPage {
  /** The page itself once its script is there, else one that waits for it. */
  readonly component: () => ComponentType;
  readonly load: () => Promise<unknown>;
}

/** A page whose script is fetched when it is gone to (ROUTE-15). A wrong export is a type error. */
function lazyPage(fetchScript: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const load = async () => {
    loaded ??= await loadPart(fetchScript);
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  return { component: () => loaded ?? Lazy, load };
}

/** A page whose script is there is drawn at once: the loading page stays for 300 ms once React shows it. */
function Page({ page }: { readonly page: LazyPage }) {
  const [Shown] = useState(page.component);
  return <Shown />;
}

/** The page of the form with this id. */
const formPage = (id: string) =>
  lazyPage(async () => {
    const { FormPage } = await import('../pages/form-page.tsx');
    return () => <FormPage page={id} />;
  });

const cards: Readonly<Record<Card, LazyPage>> = {
  login: lazyPage(async () => (await import('../auth/login.tsx')).LoginPage),
  signup: lazyPage(async () => (await import('../auth/signup.tsx')).SignupPage),
  confirm: lazyPage(async () => (await import('../auth/confirm.tsx')).ConfirmPage),
  forgot: lazyPage(async () => (await import('../auth/forgot.tsx')).ForgotPage),
  reset: lazyPage(async () => (await import('../auth/reset.tsx')).ResetPage),
  password: lazyPage(async () => (await import('../auth/password.tsx')).PasswordPage),
  email: lazyPage(async () => (await import('../auth/email.tsx')).EmailPage),
  restore: lazyPage(async () => (await import('../auth/restore.tsx')).RestorePage),
  reminders: lazyPage(async () => (await import('../auth/reminders.tsx')).RemindersPage),
};

/** Pages by their address, under the root that they stand in. */
interface PageGroup {
  readonly root: LazyPage;
  readonly pages: ReadonlyMap<Path, LazyPage>;
}

/** Every page of the browser app: those of the form, in its order, and the cards. */
export interface Pages {
  readonly form: PageGroup;
  readonly cards: PageGroup;
}

/** Makes the pages of a form, once for each load of the browser app. */
export function createPages(form: Form): Pages {
  const cardPages = Object.entries(cards).map(([card, page]): [Path, LazyPage] => [`/${card}`, page]);
  return {
    form: {
      root: lazyPage(async () => (await import('../pages/form-root.tsx')).FormRoot),
      pages: new Map([
        ...form.pages.map(({ id }): [Path, LazyPage] => [paths.page(id), formPage(id)]),
        [paths.review, lazyPage(async () => (await import('../pages/review-page.tsx')).ReviewPage)],
        [paths.completion, lazyPage(async () => (await import('../pages/completion.tsx')).CompletionPage)],
      ]),
    },
    cards: { root: lazyPage(async () => (await import('../auth/auth-root.tsx')).AuthRoot), pages: new Map(cardPages) },
  };
}

/**
 * Fetches the scripts of an address side by side instead of one after the other. Ends when they are there or cannot be
 * had, which is said where the page is drawn. Every unknown address leads to the form's first page.
 */
export async function fetchPage(pages: Pages, pathname: string): Promise<void> {
  const group = [pages.cards, pages.form].find((one) => [...one.pages.keys()].some((path) => path === pathname));
  const { root, pages: known } = group ?? pages.form;
  const page = [...known].find(([path]) => path === pathname)?.[1] ?? [...known.values()][0];
  await Promise.allSettled([root.load(), page?.load()]);
}

function groupRoutes({ root, pages }: PageGroup, key: string) {
  return (
    <Route element={<Page key={key} page={root} />}>
      {[...pages].map(([path, page]) => (
        <Route key={path} path={path} element={<Page key={path} page={page} />} />
      ))}
    </Route>
  );
}

/** Says that what stands beside it is there: drawn, or a page of the build that the app has taken over. */
function Arrival({ onArrive }: { readonly onArrive: () => void }) {
  useEffect(onArrive, [onArrive]);
  return null;
}

export interface AppRoutesProps extends Omit<AppLayoutProps, 'children'> {
  readonly pages: Pages;
  /** Called once the first page stands. */
  readonly onArrive?: () => void;
}

const noArrival = () => {};

/** Two groups under one layout: form pages, whose root loads the profile, and authentication pages (ROUTE-14). */
export function AppRoutes({ pages, onArrive = noArrival, ...services }: AppRoutesProps) {
  return (
    <RootBoundary Fallback={ErrorPage}>
      <AppLayout {...services}>
        <Suspense fallback={<LoadingPage />}>
          <Routes>
            {groupRoutes(pages.form, 'form')}
            {groupRoutes(pages.cards, 'cards')}
            <Route path="*" element={<ToDefault />} />
          </Routes>
          <Arrival onArrive={onArrive} />
        </Suspense>
      </AppLayout>
    </RootBoundary>
  );
}

/** The app at the browser's address. */
export function Router(props: AppRoutesProps) {
  return (
    <BrowserRouter>
      <AppRoutes {...props} />
    </BrowserRouter>
  );
}
