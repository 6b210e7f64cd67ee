import { buildApp } from './app.ts';
import type { AppDependencies } from './modules/module.ts';
import { serviceViewRoutes } from './modules/service-view/routes.ts';

export interface PrintPage {
  /** Without a closing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves what is printed to the browser beside it: the service view with its one call, on this machine alone and on a free
 * port. So a worker needs no web server on its machine, and the page has the secure context that only TLS or the machine
 * itself gives.
 */
export async function servePrintPage(deps: Omit<AppDependencies, 'load' | 'callLimits'>): Promise<PrintPage> {
  const quiet = { loopDelayMs: () => 0, oldestWaitMs: () => 0 };
  const app = await buildApp({ ...deps, load: quiet, callLimits: NO_LIMITS }, [serviceViewRoutes]);
  const url = await app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => 'the page to print is there' });
  return { url, stop: () => app.close() };
}

const MANY = 1_000_000;
const NO_LIMITS = {
  public: MANY,
  lookup: MANY,
  service: MANY,
  uploads: MANY,
  mail: MANY,
  reports: MANY,
  allReports: MANY,
  session: MANY,
};
