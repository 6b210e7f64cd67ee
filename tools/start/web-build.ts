import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { buildFolder, partnerFolder } from '@firstyear/processes/partner-folder';
import { canWrite } from '../bootstrap/packages.mjs';
import { StartProblem } from '../bootstrap/start-problem.mjs';

const STAMP_FILE = '.built-from';
/** The applicants' app, the admissions office's, and the page of helpers. */
const APPS = ['apps/web', 'apps/office', 'apps/helper'];
/** The sources of the browser apps. */
const SOURCES = [...APPS, 'packages', 'forms', 'partners', 'package-lock.json', 'tsconfig.base.json'];
const IGNORED_NAMES = new Set(['node_modules', 'dist', 'test-results', '__screenshots__']);
const TEST_FILE = /\.test\.tsx?$/;

/**
 * Builds each app into its dist folder, unless it was built from exactly these sources for this partner. `isQuick` leaves out the
 * office's app and compressed files; the next build is then whole again.
 */
export async function buildWebApp(
  root: string,
  partner: string,
  stopSignal: AbortSignal,
  isQuick = false,
): Promise<void> {
  const apps = isQuick ? APPS.slice(0, 1) : APPS;
  const dists = apps.map((app) => path.join(root, app, buildFolder(partnerFolder(partner))));
  const stamp = path.join(dists[0] ?? '', STAMP_FILE);
  const fingerprint = hashSources(root, partner);
  const areThere = [...dists.map((dist) => path.join(dist, 'index.html')), stamp].every((file) => fs.existsSync(file));
  if (areThere && fs.readFileSync(stamp, 'utf8') === fingerprint) return;
  for (const dist of dists) {
    if ([path.resolve(dist, '../..'), path.dirname(dist), dist].every(canWrite)) continue;
    throw new StartProblem(
      `The web app is not up to date, and this user cannot write to ${dist}. Ask the owner of the folder to run npm start once.`,
    );
  }
  console.log('Building the web app…');
  const args = [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  if (isQuick) args.push('--mode', 'quick');
  const env = childEnvironment({ NODE_ENV: 'production', PARTNER_DIR: partnerFolder(partner) });
  const outputs = await Promise.all(
    apps.map(
      (app) =>
        new Promise<string | undefined>((resolve) => {
          const options = { cwd: path.join(root, app), env, signal: stopSignal };
          execFile(process.execPath, args, options, (error, stdout, stderr) =>
            resolve(error ? `${stdout}${stderr}` || error.message : undefined),
          );
        }),
    ),
  );
  stopSignal.throwIfAborted();
  const [problem] = outputs.filter((output) => output !== undefined);
  if (problem !== undefined) {
    console.error(problem.trim().split('\n').slice(-20).join('\n'));
    throw new StartProblem('The web app could not be built; see the error above.');
  }
  if (!isQuick) fs.writeFileSync(stamp, fingerprint);
}

/** A hash of the sources' names and contents, which doesn't change when a partner's own folder is moved. */
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
