import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from './start-problem.mjs';

/**
 * The Node that runs the project: the one that npm installed for this platform, else the machine's own
 * when that can run TypeScript sources, else a StartProblem.
 * @param {string} root
 * @returns {string} path of the program
 */
export function findProjectNode(root) {
  const installed = findInstalledNode(root);
  if (installed && (installed === process.execPath || spawnSync(installed, ['--version']).status === 0))
    return installed;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 18)) return process.execPath;
  throw new StartProblem(
    `There is no packaged Node for this machine (${process.platform} ${process.arch}), and Node ${process.versions.node} cannot run the sources. Install Node 24 or newer from https://nodejs.org/ and start again.`,
  );
}

/** @param {string} root */
function findInstalledNode(root) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const file = path.join(root, 'node_modules', name, program);
    if (fs.existsSync(file)) return fs.realpathSync(file);
  }
  return undefined;
}
