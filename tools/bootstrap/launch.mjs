// Runs on the machine's own Node (20 or newer), before any package is there.
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './packages.mjs';
import { findProjectNode } from './project-node.mjs';
import { StartProblem } from './start-problem.mjs';

/** The root of the project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const programs = { start: 'tools/start/main.ts', test: 'tools/test/main.ts' };

const PARENT_CHECK_MS = 1000;

// Every program of ours that runs afterwards starts in two thirds of the time.
process.env.NODE_COMPILE_CACHE ??= path.join(projectRoot, 'node_modules', '.cache', 'node');

/**
 * Installs the packages when they do not match the lockfile and goes on with the Node that they bring.
 * @param {'start' | 'test'} name
 */
export async function launch(name) {
  try {
    await ensurePackages(projectRoot);
    const node = findProjectNode(projectRoot);
    if (node === process.execPath) await import(new URL(`../../${programs[name]}`, import.meta.url).href);
    else await runProgram(node, programs[name]);
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
    // The channel closes when this process dies, whatever the reason: the other side then stops as well.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  if (process.env.npm_lifecycle_event) {
    // npm does not tell its script when it is killed.
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
