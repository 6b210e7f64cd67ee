// Runs on the machine's own Node (20 or newer), before any package is installed.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './packages.mjs';
import { StartProblem } from './start-problem.mjs';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const programs = { start: 'tools/start/main.ts', test: 'tools/test/main.ts' };

const PARENT_CHECK_MS = 1000;

// Makes the programs that run afterward start a third faster.
process.env.NODE_COMPILE_CACHE ??= path.join(projectRoot, 'node_modules', '.cache', 'node');

/**
 * Installs the packages unless they match the lockfile, and continues under the Node among them.
 * @param {'start' | 'test'} name
 */
export async function launch(name) {
  try {
    await ensurePackages(projectRoot);
    const node = findProjectNode();
    if (node === process.execPath) await import(new URL(`../../${programs[name]}`, import.meta.url).href);
    else runProgram(node, programs[name]);
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * @param {string} node
 * @param {string} program
 */
function runProgram(node, program) {
  const bin = path.join(projectRoot, 'node_modules', '.bin');
  const child = spawn(node, [path.join(projectRoot, program), ...process.argv.slice(2)], {
    // The channel closes when this process dies for any reason, and the child then stops.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  if (process.env.npm_lifecycle_event) {
    // When npm is killed, its script gets no signal.
    const npm = process.ppid;
    setInterval(() => {
      if (process.ppid !== npm) child.kill('SIGTERM');
    }, PARENT_CHECK_MS).unref();
  }
  child.on('error', (error) => {
    console.error(`The project's own Node could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? os.constants.signals[signal] : 0));
  });
}

/**
 * The Node that runs the project: the one that npm installed for this platform, else the machine's own
 * when that can run TypeScript sources, else a StartProblem.
 * @returns {string} path of the program
 */
function findProjectNode() {
  const installed = findInstalledNode();
  if (installed && (installed === process.execPath || spawnSync(installed, ['--version']).status === 0))
    return installed;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 18)) return process.execPath;
  throw new StartProblem(
    `There is no packaged Node for this machine (${process.platform} ${process.arch}), and Node ${process.versions.node} cannot run the sources. Install Node 24 or newer from https://nodejs.org/ and start again.`,
  );
}

function findInstalledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const file = path.join(projectRoot, 'node_modules', name, program);
    if (fs.existsSync(file)) return fs.realpathSync(file);
  }
  return undefined;
}
