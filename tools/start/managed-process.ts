import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { REFUSAL_EXIT_CODE } from '../../apps/server/src/process/start-refusal.ts';
import { openLog } from './log-file.ts';
import { formatLogLine, type Level } from './log-lines.ts';

interface ManagedProcessOptions {
  /** Shown before its lines, and the name of its log file. */
  readonly name: string;
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logFolder: string;
  readonly consoleLevel: Level;
  /** Called once, with a sentence, when it has died too often or refuses to start. */
  onGiveUp(sentence: string): void;
  /** The pause before each retry; there are as many retries as pauses. */
  readonly retryDelaysMs?: readonly number[];
}

export interface ManagedProcess {
  /** Sends SIGTERM, then SIGKILL to its whole group if it doesn't end in time. */
  stop(): Promise<void>;
  /** Sends SIGKILL at once. */
  kill(): void;
}

const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000];
/** A process that has run this long was healthy: its earlier failures no longer count. */
const HEALTHY_AFTER_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** Ends a process and everything in its group. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || !isRunning(child)) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Runs a script under the project's Node, keeps its log, and restarts it with back-off when it dies. */
export function startManagedProcess(options: ManagedProcessOptions): ManagedProcess {
  const { name, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const logFile = path.join(options.logFolder, `${name}.log`);
  const log = openLog(logFile);
  let failures = 0;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let lastLine = '';

  const writeLine = (line: string): void => {
    log(`${line}\n`);
    lastLine = line;
    const readable = formatLogLine(line, options.consoleLevel);
    if (readable !== undefined) console.log(`${name}: ${readable}`);
  };

  const start = (): ChildProcess => {
    const startedAt = performance.now();
    const started = spawn(process.execPath, [options.script], {
      // A group of its own: Ctrl-C in the terminal reaches the supervisor only, which ends things in order.
      detached: process.platform !== 'win32',
      // The channel closes when the supervisor is gone, and the child then ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: options.env,
    });
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) readline.createInterface({ input: stream }).on('line', writeLine);
    }
    started.on('error', (error) => writeLine(`could not be started: ${error.message}`));
    started.on('close', (code, signal) => {
      if (isStopping) return;
      if (code === REFUSAL_EXIT_CODE) return options.onGiveUp(`The ${name} cannot start. ${lastLine}`);
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) failures = 0;
      const delay = retryDelaysMs[failures++];
      const how = signal ? `was stopped by ${signal}` : `ended with code ${code}`;
      if (delay === undefined)
        return options.onGiveUp(`The ${name} ${how}, ${failures} times in a row. See ${logFile} for the reason.`);
      console.log(`${name}: ${how}; starting it again.`);
      restart = setTimeout(() => {
        child = start();
      }, delay);
    });
    return started;
  };
  let child = start();

  return {
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      if (!isRunning(child)) return;
      const force = setTimeout(() => killGroup(child), STOP_TIMEOUT_MS);
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await closed;
      clearTimeout(force);
    },
    kill() {
      isStopping = true;
      clearTimeout(restart);
      killGroup(child);
    },
  };
}
