import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fastify } from 'fastify';
import { chromium } from 'playwright';
import { findChromium } from '../../../apps/server/src/adapters/browser/find-chromium.ts';
import { registerWebApp } from '../../../apps/server/src/plugins/web-app.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Builds the browser app, as for production, into a folder. */
export function buildWeb(folder: string): void {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    { cwd: path.join(root, 'apps/web'), env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The browser app does not build:\n${stderr}`);
}

/** Serves a folder of built files as our web server does. Enough for a visitor, whose page makes no call. */
export async function serveBuilt(folder: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const app = fastify({ forceCloseConnections: true });
  await registerWebApp(app, folder, { hasServiceWorker: true, publicUrl: '' });
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

/** Chromium for our own pages only; may be run as root. */
export function launchForOwnPages() {
  const executablePath = findChromium(process.env.CHROMIUM_PATH || undefined, process.env.PATH ?? '');
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox'] });
}
