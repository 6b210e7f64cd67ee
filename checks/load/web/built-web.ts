import { fastify } from 'fastify';
import { type Browser, chromium } from 'playwright';
import { findChromium } from '../../../apps/server/src/adapters/browser/find-chromium.ts';
import { registerWebApp } from '../../../apps/server/src/plugins/web-app.ts';
import type { Run } from '../../support/command.ts';

/** Serves built files as our web server does for visitors, until the run ends; returns the origin. */
export async function serveBuilt(run: Run, folder: string): Promise<string> {
  const app = fastify({ forceCloseConnections: true });
  await registerWebApp(app, folder, { hasServiceWorker: true });
  run.onEnd(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Starts Chromium until the run ends. Without a sandbox, so that root can run it: it opens our own pages only. */
export async function launchBrowser(run: Run): Promise<Browser> {
  const executablePath = findChromium(process.env.CHROMIUM_PATH || undefined, process.env.PATH ?? '');
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  run.onEnd(() => browser.close());
  return browser;
}
