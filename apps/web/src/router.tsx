import type { ComponentType } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, replace } from 'react-router';
import { DEFAULT_PATH, pagePath, paths } from './paths.ts';
import { AppLayout } from './routes/app-layout.tsx';
import type { AppServices } from './routes/app-services.tsx';
import { ErrorPage } from './routes/error.tsx';
import { loadApplication } from './routes/flows/load-application.ts';
import { LoadingPage } from './routes/loading.tsx';

/** Fetches a page's script when it is gone to (ROUTE-15); a wrong export is a type error. */
function lazily(load: () => Promise<ComponentType>) {
  return { Component: load };
}

/** Unknown addresses and '/' go to the default route and keep the query string (ROUTE-13). */
function toDefault({ request }: LoaderFunctionArgs): Response {
  return replace(`${DEFAULT_PATH}${new URL(request.url).search}`);
}

/** Two groups under one layout: form pages, whose root loads the profile, and authentication pages (ROUTE-14). */
export function createRouter(services: AppServices) {
  return createBrowserRouter([
    {
      Component: AppLayout,
      ErrorBoundary: ErrorPage,
      HydrateFallback: LoadingPage,
      children: [
        { index: true, loader: toDefault },
        {
          loader: async ({ request }) => {
            await loadApplication(services, new URL(request.url));
            return null;
          },
          lazy: lazily(async () => (await import('./routes/form-root.tsx')).FormRoot),
          children: [
            {
              path: pagePath('about'),
              lazy: lazily(async () => (await import('./routes/about.tsx')).AboutPage),
            },
            {
              path: pagePath('education'),
              lazy: lazily(async () => (await import('./routes/education.tsx')).EducationPage),
            },
            {
              path: pagePath('final-steps'),
              lazy: lazily(async () => (await import('./routes/final-steps.tsx')).FinalStepsPage),
            },
            {
              path: paths.completion,
              lazy: lazily(async () => (await import('./routes/completion.tsx')).CompletionPage),
            },
          ],
        },
        {
          lazy: lazily(async () => (await import('./routes/auth-root.tsx')).AuthRoot),
          children: [
            { path: paths.login, lazy: lazily(async () => (await import('./routes/login.tsx')).LoginPage) },
            { path: paths.signup, lazy: lazily(async () => (await import('./routes/signup.tsx')).SignupPage) },
            {
              path: paths.confirm,
              lazy: lazily(async () => (await import('./routes/confirm.tsx')).ConfirmPage),
            },
            { path: paths.forgot, lazy: lazily(async () => (await import('./routes/forgot.tsx')).ForgotPage) },
            { path: paths.reset, lazy: lazily(async () => (await import('./routes/reset.tsx')).ResetPage) },
          ],
        },
        { path: '*', loader: toDefault },
      ],
    },
  ]);
}
