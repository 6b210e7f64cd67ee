import { type Card, defaultPath, type Path, paths } from '@firstyear/api-contract/addresses';
import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { type ComponentType, lazy, type PropsWithChildren, Suspense, useEffect, useState } from 'react';
import { createPart } from '../api/create-part.ts';
import { BrowserLocation, plainPath, Redirect, useLocation } from '../location.tsx';
import { useForm } from '../partner-context.tsx';
import { AppLayout, type AppLayoutProps } from './app-layout.tsx';
import { LoadingPage, RootBoundary } from './root-pages.tsx';

/** Redirects unknown addresses and '/' to the default route, with the query string (ROUTE-13). */
function ToDefault() {
  return <Redirect to={`${defaultPath(useForm())}${useLocation().search}`} />;
}

type PageComponent = ComponentType<PropsWithChildren>;

interface LazyPage {
  /** The page itself once its script is loaded, else a lazy component. */
  readonly component: () => PageComponent;
  readonly load: () => Promise<unknown>;
}

/** A page whose script is loaded on navigation (ROUTE-15). */
function lazyPage<Name extends string>(
  fetchScript: () => Promise<{ readonly [N in Name]: PageComponent }>,
  name: Name,
): LazyPage {
  const { loaded, load } = createPart(fetchScript);
  const Lazy = lazy(async (): Promise<{ default: PageComponent }> => ({ default: (await load())[name] }));
  return { component: () => loaded()?.[name] ?? Lazy, load };
}

/** Draws a loaded page at once: React would show the loading page for at least 300 ms. */
function Page({ page, children }: PropsWithChildren<{ readonly page: LazyPage }>) {
  const [Shown] = useState(page.component);
  return <Shown>{children}</Shown>;
}

/** The pages of the form, which share one component, so that the parts around the questions stay on navigation. */
const formPages = lazyPage(() => import('../pages/form-page.tsx'), 'AddressedFormPage');

const cards: Readonly<Record<Card, LazyPage>> = {
  login: lazyPage(() => import('../auth/login.tsx'), 'LoginPage'),
  signup: lazyPage(() => import('../auth/signup.tsx'), 'SignupPage'),
  confirm: lazyPage(() => import('../auth/signup.tsx'), 'ConfirmPage'),
  forgot: lazyPage(() => import('../auth/forgotten-password.tsx'), 'ForgotPage'),
  reset: lazyPage(() => import('../auth/forgotten-password.tsx'), 'ResetPage'),
  password: lazyPage(() => import('../auth/password.tsx'), 'PasswordPage'),
  email: lazyPage(() => import('../auth/email.tsx'), 'EmailPage'),
  restore: lazyPage(() => import('../auth/email.tsx'), 'RestorePage'),
  reminders: lazyPage(() => import('../auth/reminders.tsx'), 'RemindersPage'),
};

const notices = {
  privacy: lazyPage(() => import('../shell/notices.tsx'), 'PrivacyPage'),
  accessibility: lazyPage(() => import('../shell/notices.tsx'), 'AccessibilityPage'),
};

interface PlacedPage {
  readonly page: LazyPage;
  /** The root around it, which stays when its pages change. */
  readonly root: LazyPage;
  readonly rootName: 'form' | 'cards';
}

/** All pages by their addresses: those of the form, in its order, and the cards. */
export type Pages = ReadonlyMap<string, PlacedPage>;

/** Makes the pages of a form, once a page load. The whole partner is loaded with the page that needs it. */
export function createPages(form: Form, fetchPartner: () => Promise<PartnerConfig>): Pages {
  const formRoot = lazyPage(() => import('../pages/form-root.tsx'), 'FormRoot');
  const cardRoot = lazyPage(() => import('../auth/auth-root.tsx'), 'AuthRoot');
  const inForm = (path: Path, page: LazyPage) => [path, { page, root: formRoot, rootName: 'form' }] as const;
  return new Map<string, PlacedPage>([
    ...form.pages.map(({ id }) => inForm(paths.page(id), formPages)),
    inForm(
      paths.review,
      lazyPage(() => import('../pages/review-page.tsx'), 'ReviewPage'),
    ),
    inForm(
      paths.completion,
      lazyPage(async () => {
        const [{ CompletionPage }, partner] = await Promise.all([import('../pages/completion.tsx'), fetchPartner()]);
        return { drawn: () => <CompletionPage partner={partner} /> };
      }, 'drawn'),
    ),
    ...Object.entries({ ...cards, ...notices }).map(
      ([name, page]) => [`/${name}`, { page, root: cardRoot, rootName: 'cards' }] as const,
    ),
  ]);
}

/**
 * Loads the scripts of an address in parallel. Resolves also when they fail, which the page will report. Unknown addresses
 * lead to the form's first page.
 */
export async function fetchPage(pages: Pages, pathname: string): Promise<void> {
  const { root, page } = pages.get(plainPath(pathname)) ?? [...pages.values()][0] ?? {};
  await Promise.allSettled([root?.load(), page?.load()]);
}

/** The page of the address, in its root; two groups (ROUTE-14): form pages, whose root loads the profile, and cards. */
function CurrentPage({ pages }: { readonly pages: Pages }) {
  const path = plainPath(useLocation().pathname);
  const placed = pages.get(path);
  if (!placed) return <ToDefault />;
  return (
    <Page key={placed.rootName} page={placed.root}>
      <Page key={placed.page === formPages ? 'pages' : path} page={placed.page} />
    </Page>
  );
}

const isFormPage = (pages: Pages, pathname: string) => pages.get(plainPath(pathname))?.page === formPages;

function Arrival({ onArrive }: { readonly onArrive: () => void }) {
  useEffect(onArrive, [onArrive]);
  return null;
}

interface AppRoutesProps extends Omit<AppLayoutProps, 'children'> {
  readonly pages: Pages;
  readonly onArrive?: (() => void) | undefined;
}

export function AppRoutes({ pages, onArrive, ...services }: AppRoutesProps) {
  return (
    <RootBoundary>
      <AppLayout {...services}>
        <Suspense fallback={<LoadingPage />}>
          <CurrentPage pages={pages} />
          {onArrive && <Arrival onArrive={onArrive} />}
        </Suspense>
      </AppLayout>
    </RootBoundary>
  );
}

export function Router(props: AppRoutesProps) {
  return (
    <BrowserLocation isLoaded={(from, to) => [from, to].every((path) => isFormPage(props.pages, path))}>
      <AppRoutes {...props} />
    </BrowserLocation>
  );
}
