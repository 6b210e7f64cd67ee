import { type ComponentType, lazy, Suspense, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { loadPart } from '../api/load-part.ts';
import { DEFAULT_PATH, pagePath, paths } from '../paths.ts';
import { AppLayout, type AppLayoutProps } from './app-layout.tsx';
import { ErrorPage } from './error.tsx';
import { LoadingPage } from './loading.tsx';
import { RootBoundary } from './root-boundary.tsx';

/** Unknown addresses and '/' go to the default route and keep the query string (ROUTE-13). */
function ToDefault() {
  return <Navigate to={`${DEFAULT_PATH}${useLocation().search}`} replace />;
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

const formRoot = lazyPage(async () => (await import('../pages/form-root.tsx')).FormRoot);
const formPages: Readonly<Record<string, LazyPage>> = {
  [pagePath('about')]: lazyPage(async () => (await import('../pages/about.tsx')).AboutPage),
  [pagePath('education')]: lazyPage(async () => (await import('../pages/education.tsx')).EducationPage),
  [pagePath('final-steps')]: lazyPage(async () => (await import('../pages/final-steps.tsx')).FinalStepsPage),
  [paths.completion]: lazyPage(async () => (await import('../pages/completion.tsx')).CompletionPage),
};
const authRoot = lazyPage(async () => (await import('../auth/auth-root.tsx')).AuthRoot);
const authPages: Readonly<Record<string, LazyPage>> = {
  [paths.login]: lazyPage(async () => (await import('../auth/login.tsx')).LoginPage),
  [paths.signup]: lazyPage(async () => (await import('../auth/signup.tsx')).SignupPage),
  [paths.confirm]: lazyPage(async () => (await import('../auth/confirm.tsx')).ConfirmPage),
  [paths.forgot]: lazyPage(async () => (await import('../auth/forgot.tsx')).ForgotPage),
  [paths.reset]: lazyPage(async () => (await import('../auth/reset.tsx')).ResetPage),
};

/**
 * Fetches the scripts of an address side by side instead of one after the other. Ends when they are there or cannot be
 * had, which is said where the page is drawn.
 */
export async function fetchPage(pathname: string): Promise<void> {
  const page = authPages[pathname];
  const wanted = page ? [authRoot, page] : [formRoot, formPages[pathname] ?? formPages[DEFAULT_PATH]];
  await Promise.allSettled(wanted.map((one) => one?.load()));
}

function pageRoutes(pages: Readonly<Record<string, LazyPage>>) {
  return Object.entries(pages).map(([path, page]) => (
    <Route key={path} path={path} element={<Page key={path} page={page} />} />
  ));
}

/** Two groups under one layout: form pages, whose root loads the profile, and authentication pages (ROUTE-14). */
export function Router(services: Omit<AppLayoutProps, 'children'>) {
  return (
    <BrowserRouter>
      <RootBoundary Fallback={ErrorPage}>
        <AppLayout {...services}>
          <Suspense fallback={<LoadingPage />}>
            <Routes>
              <Route element={<Page key="form" page={formRoot} />}>{pageRoutes(formPages)}</Route>
              <Route element={<Page key="cards" page={authRoot} />}>{pageRoutes(authPages)}</Route>
              <Route path="*" element={<ToDefault />} />
            </Routes>
          </Suspense>
        </AppLayout>
      </RootBoundary>
    </BrowserRouter>
  );
}
