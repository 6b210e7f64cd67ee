import path from 'node:path';
import { fastify } from 'fastify';
import { chromium } from 'playwright';
import { findChromium } from '../../../apps/server/src/adapters/browser/find-chromium.ts';
import { registerWebApp } from '../../../apps/server/src/plugins/web-app.ts';
import type { Run } from '../../support/command.ts';
import { ROOT, run as runProgram } from '../../support/processes.ts';

/** Builds the browser app for production into a folder. */
export function buildWeb(folder: string): void {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  runProgram(process.execPath, args, { cwd: path.join(ROOT, 'apps/web'), env });
}

/** Serves a folder of built files as our web server does, until the run ends; returns the origin. Enough for visitors. */
export async function serveBuilt(run: Run, folder: string): Promise<string> {
  const app = fastify({ forceCloseConnections: true });
  await registerWebApp(app, folder, { hasServiceWorker: true, publicUrl: '' });
  run.onEnd(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Chromium for our own pages only; may be run as root. */
export function launchForOwnPages() {
  const executablePath = findChromium(process.env.CHROMIUM_PATH || undefined, process.env.PATH ?? '');
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox'] });
}
