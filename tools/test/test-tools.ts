import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { ensureMachineTools, hasLibrary, MACHINE_TOOLS, type MachineTool } from '../start/machine-tools.ts';
import { FULL_BROWSERS } from './browser-launch.ts';

/** A test reads an exported workbook with it; the product doesn't need Calc. */
const CALC: MachineTool = {
  name: 'LibreOffice Calc',
  consequence: 'the test of exported workbooks must wait',
  isInstalled: ({ PATH = '' }) => {
    const program = findOnPath(['soffice'], PATH);
    return program !== undefined && (process.platform !== 'linux' || hasLibrary(program, 'libsclo.so'));
  },
  debianPackages: [['libreoffice-calc-nogui']],
  instructions: 'install LibreOffice with Calc',
};

/** A walk reads a document in it; the product prints with a headless shell, which shows no PDF. */
const FULL_BROWSER: MachineTool = {
  name: 'a Chromium that shows PDFs',
  consequence: 'the walk of documents beside the answers must wait',
  isInstalled: ({ PATH = '' }) => findOnPath(FULL_BROWSERS, PATH) !== undefined,
  debianPackages: [['chromium']],
  instructions: 'install Chromium or Google Chrome, so that it is on the PATH',
};

/** Installs missing programs, or ends the run with the command that installs them: no test is skipped. */
export async function ensureTestTools(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-tools-'));
  try {
    fs.mkdirSync(path.join(dataDir, 'logs'));
    const missing = await ensureMachineTools({
      tools: [...MACHINE_TOOLS, CALC, FULL_BROWSER],
      env: process.env,
      canInstall: process.env.INSTALL_TOOLS !== 'never',
      dataDir,
      stopSignal: new AbortController().signal,
    });
    if (missing.length > 0) throw new StartProblem(missing.join('\n'));
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
