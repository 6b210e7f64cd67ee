import type { Page } from '@playwright/test';

/** Parts of the page around the form, as somebody who looks or listens finds them. */
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Steps of the application' });
export const banner = (page: Page) => page.getByRole('complementary', { name: 'Welcome' });
export const account = (page: Page) => page.getByRole('button', { name: 'Account', exact: true });
export const next = (page: Page) => page.getByRole('button', { name: 'Save and Continue' });

/** The calls that a page makes from now on, as 'POST /api/submit'. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|public|service|lookup)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}
