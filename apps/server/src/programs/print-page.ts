import { printPageRoutes } from '../modules/copies/pdf/page-routes.ts';
import type { AppDependencies } from '../modules/dependencies.ts';
import { NO_LOAD } from '../plugins/shedding.ts';
import { buildApp } from './app.ts';

/**
 * Serves the printing browser the service view, as a page without scripts, and its fonts, on a free port of loopback. So a worker
 * needs no web server, and the page has a secure context without TLS. `url` has no closing slash.
 */
export async function servePrintPage(deps: Omit<AppDependencies, 'load'>) {
  const app = await buildApp({ ...deps, load: NO_LOAD }, [printPageRoutes]);
  const url = await app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => 'the page to print is there' });
  return { url, stop: () => app.close() };
}

export type PrintPage = Awaited<ReturnType<typeof servePrintPage>>;
