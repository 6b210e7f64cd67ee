import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { ensureMachineTools, MACHINE_TOOLS } from '../start/machine-tools.ts';

/** Tests are not skipped when the machine lacks something: it is installed, or the run ends with the command that does. */
export async function ensureTestTools(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-tools-'));
  try {
    fs.mkdirSync(path.join(dataDir, 'logs'));
    const lacking = await ensureMachineTools({
      tools: MACHINE_TOOLS,
      env: process.env,
      canInstall: process.env.INSTALL_TOOLS !== 'never',
      dataDir,
      stopSignal: new AbortController().signal,
    });
    if (lacking.length > 0) throw new StartProblem(lacking.join('\n'));
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
