import { type Card, defaultPath, type Path, paths } from '@firstyear/api-contract/addresses';
import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { type ComponentType, lazy, type PropsWithChildren, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../api/load-part.ts';
import { BrowserLocation, plainPath, Redirect, useLocation } from '../location.tsx';
import { useForm } from '../partner-context.tsx';
import { AppLayout, type AppLayoutProps } from './app-layout.tsx';
import { ErrorPage } from './error.tsx';
import { LoadingPage } from './loading.tsx';
import { RootBoundary } from './root-boundary.tsx';

/** Unknown addresses and '/' go to the default route and keep the query string (ROUTE-13). */
function ToDefault() {
  return <Redirect to={`${defaultPath(useForm())}${useLocation().search}`} />;
}

/** A page, or the root that is drawn around one. */
type PageComponent = ComponentType<PropsWithChildren>;

interface LazyPage {
  /** The page itself once its script is there, else a placeholder that waits for it. */
  readonly component: () => PageComponent;
  readonly load: () => Promise<unknown>;
}

/** A page whose script is fetched on navigation (ROUTE-15). A wrong export is a type error. */
function lazyPage<Name extends string>(
  fetchScript: () => Promise<{ readonly [N in Name]: PageComponent }>,
  name: Name,
): LazyPage {
  let loaded: PageComponent | undefined;
  const load = async () => {
    loaded ??= (await loadPart(fetchScript))[name];
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  return { component: () => loaded ?? Lazy, load };
}

/** A page whose script is there is drawn at once: the loading page stays for 300 ms once React shows it. */
function Page({ page, children }: PropsWithChildren<{ readonly page: LazyPage }>) {
  const [Shown] = useState(page.component);
  return <Shown>{children}</Shown>;
}

/** The pages of the form: what is around them stays where it is when one gives way to another. */
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

interface PlacedPage {
  readonly page: LazyPage;
  /** The root that it stands in: pages of one root change inside of it. */
  readonly root: LazyPage;
  readonly rootName: 'form' | 'cards';
}

/** Every page of the browser app by its address: those of the form, in its order, and the cards. */
export type Pages = ReadonlyMap<string, PlacedPage>;

/** Makes the pages of a form, once for each load of the browser app. What comes after submission is fetched with its page. */
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
    ...Object.entries(cards).map(([card, page]) => [`/${card}`, { page, root: cardRoot, rootName: 'cards' }] as const),
  ]);
}

/**
 * Fetches the scripts of an address side by side instead of one after the other. Ends when they are there or cannot be
 * had, which is said where the page is drawn. Every unknown address leads to the form's first page.
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

/** Reports that its siblings are there: drawn, or a page of the build that the app has taken over. */
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

/** Every page, with the parts around it. */
export function AppRoutes({ pages, onArrive = noArrival, ...services }: AppRoutesProps) {
  return (
    <RootBoundary Fallback={ErrorPage}>
      <AppLayout {...services}>
        <Suspense fallback={<LoadingPage />}>
          <CurrentPage pages={pages} />
          <Arrival onArrive={onArrive} />
        </Suspense>
      </AppLayout>
    </RootBoundary>
  );
}

/** The app at the browser's address. */
export function Router(props: AppRoutesProps) {
  return (
    <BrowserLocation isAtHand={(from, to) => [from, to].every((path) => isFormPage(props.pages, path))}>
      <AppRoutes {...props} />
    </BrowserLocation>
  );
}
