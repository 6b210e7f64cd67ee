import { officePaths } from '@firstyear/api-contract/desk';
import { useKeepFocus } from '@firstyear/ui/keep-focus.ts';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { ApplicationPage } from '../application/application-page.tsx';
import { AuditPage, readAuditSearch } from '../audit/audit-page.tsx';
import { ExportsPage } from '../exports/exports-page.tsx';
import { FormHistoryPage } from '../form-history/form-history-page.tsx';
import { LabelsPage } from '../labels/labels-page.tsx';
import { ListPage } from '../list/list-page.tsx';
import { NumbersPage } from '../numbers/numbers-page.tsx';
import { isSignedOut } from '../shared/api.ts';
import {
  parseSearch,
  readApplicationSearch,
  readExportSearch,
  readListSearch,
  readNumbersSearch,
  readText,
  stringifySearch,
} from '../shared/list-search.ts';
import { meQuery } from '../shared/queries.ts';
import { NotFound, Problem, Starting } from '../shared/states.tsx';
import { SetUpPage } from '../sign-in/set-up-page.tsx';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { Shell } from './shell.tsx';

function Root() {
  useKeepFocus();
  return <Outlet />;
}

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Problem,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: (raw) => readText(raw, ['to', 'why', 'problem']),
  component: SignInPage,
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: 'set-up',
  validateSearch: (raw): { readonly id: string } => ({ id: '', ...readText(raw, ['id']) }),
  component: SetUpPage,
});

/** The pages for signed-in staff. */
const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  beforeLoad: async ({ context: { queries }, location }) => {
    try {
      return { me: await queries.ensureQueryData(meQuery) };
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true });
    }
  },
  component: Shell,
  pendingComponent: Starting,
  errorComponent: Problem,
});

const home = createRoute({
  getParentRoute: () => desk,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/applications', search: {}, replace: true });
  },
});

const list = createRoute({
  getParentRoute: () => desk,
  path: 'applications',
  validateSearch: readListSearch,
  component: ListPage,
});

const application = createRoute({
  getParentRoute: () => desk,
  path: 'applications/$id',
  validateSearch: readApplicationSearch,
  component: ApplicationPage,
});

const exports = createRoute({
  getParentRoute: () => desk,
  path: 'exports',
  validateSearch: readExportSearch,
  component: ExportsPage,
});

const numbers = createRoute({
  getParentRoute: () => desk,
  path: 'numbers',
  validateSearch: readNumbersSearch,
  component: NumbersPage,
});

const labels = createRoute({ getParentRoute: () => desk, path: 'labels', component: LabelsPage });

const form = createRoute({ getParentRoute: () => desk, path: 'form', component: FormHistoryPage });

const audit = createRoute({
  getParentRoute: () => desk,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: AuditPage,
});

const staff = createRoute({ getParentRoute: () => desk, path: 'staff', component: StaffPage });

const routeTree = root.addChildren([
  signIn,
  setUp,
  desk.addChildren([home, list, application, exports, numbers, labels, form, audit, staff]),
]);

/** With the browser's history, unless another is given. */
export const createOfficeRouter = (queries: QueryClient, history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree,
    basepath: officePaths.home,
    context: { queries },
    parseSearch,
    stringifySearch,
    search: { strict: true },
    scrollRestoration: true,
    defaultPendingMs: 300,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createOfficeRouter>;
  }
}
