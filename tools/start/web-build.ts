import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { buildFolder, partnerFolder } from '@firstyear/processes/partner-folder';
import { StartProblem } from '../bootstrap/start-problem.mjs';

const STAMP_FILE = '.built-from';
/** The applicants' app, and the admissions office's. */
const APPS = ['apps/web', 'apps/office'];
/** Everything the apps in the browser are made from. */
const SOURCES = [...APPS, 'packages', 'forms', 'partners', 'package-lock.json', 'tsconfig.base.json'];
const IGNORED_NAMES = new Set(['node_modules', 'dist', 'test-results', '__screenshots__']);
const TEST_FILE = /\.test\.tsx?$/;

/** Builds each app into its dist folder unless they were built from exactly these sources for this partner. */
export async function buildWebApp(
  root: string,
  partner: string,
  stopSignal: AbortSignal,
): Promise<'built' | 'unchanged'> {
  const dists = APPS.map((app) => path.join(root, app, buildFolder(partnerFolder(partner))));
  const [stamp = ''] = dists.map((dist) => path.join(dist, STAMP_FILE));
  const fingerprint = hashSources(root, partner);
  const areThere = dists.every((dist) => fs.existsSync(path.join(dist, 'index.html')));
  if (areThere && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === fingerprint) return 'unchanged';
  for (const dist of dists) {
    if ([path.resolve(dist, '../..'), path.dirname(dist), dist].every(canWrite)) continue;
    throw new StartProblem(
      `The web app is not up to date, and this user cannot write to ${dist}. Ask the owner of the folder to run npm start once.`,
    );
  }
  console.log('Building the web app…');
  for (const app of APPS) {
    const { code, output } = await runVite(path.join(root, app), root, partner, stopSignal);
    stopSignal.throwIfAborted();
    if (code === 0) continue;
    console.error(output.trim().split('\n').slice(-20).join('\n'));
    throw new StartProblem('The web app could not be built; see the error above.');
  }
  fs.writeFileSync(stamp, fingerprint);
  return 'built';
}

function canWrite(folder: string): boolean {
  try {
    if (fs.existsSync(folder)) fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A fingerprint of the sources' names and contents. A partner's own folder may be moved. */
export function hashSources(root: string, partner: string): string {
  const folder = partnerFolder(partner);
  const hash = createHash('sha256').update(`partner ${path.basename(folder)}\n`);
  const add = (base: string, relative: string): void => {
    const absolute = path.join(base, relative);
    if (!fs.statSync(absolute).isDirectory()) {
      if (!TEST_FILE.test(relative)) hash.update(`${relative}\n`).update(fs.readFileSync(absolute));
      return;
    }
    for (const name of fs.readdirSync(absolute).sort()) {
      if (!IGNORED_NAMES.has(name) && !name.startsWith('.')) add(base, path.join(relative, name));
    }
  };
  for (const source of SOURCES) add(root, source);
  if (path.isAbsolute(partner)) add(folder, '.');
  return hash.digest('hex');
}

function runVite(
  app: string,
  root: string,
  partner: string,
  stopSignal: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: app,
      env: childEnvironment({ NODE_ENV: 'production', PARTNER_DIR: partnerFolder(partner) }),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stopSignal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    }
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}
