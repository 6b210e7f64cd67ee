import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { REFUSAL_EXIT_CODE } from '../../apps/server/src/errors/start-refusal.ts';
import { openLog } from './log-file.ts';
import { formatLogLine, type Level } from './log-lines.ts';

export interface ManagedProcessOptions {
  /** Shown before its lines, and the name of its log file. */
  readonly name: string;
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logFolder: string;
  readonly consoleLevel: Level;
  /** Called once, with a sentence: when it has died too often, or says itself that another start is no use. */
  onGiveUp(sentence: string): void;
  /** Pauses before each new try; as many as tries. */
  readonly retryDelaysMs?: readonly number[];
}

export interface ManagedProcess {
  readonly pid: number | undefined;
  /** SIGTERM, then SIGKILL to all of its group when it does not end in time. */
  stop(): Promise<void>;
  /** SIGKILL at once. */
  kill(): void;
}

const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000];
/** A process that ran this long was healthy: its earlier failures do not count any more. */
const HEALTHY_AFTER_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

/** Runs a script under the project's Node, keeps its log, and starts it again when it dies. */
export function startManagedProcess(options: ManagedProcessOptions): ManagedProcess {
  const { name } = options;
  const retryDelays = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  const logFile = path.join(options.logFolder, `${name}.log`);
  const log = openLog(logFile);
  let child: ChildProcess | undefined;
  let failures = 0;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let lastLine = '';

  const writeLine = (line: string): void => {
    log.write(`${line}\n`);
    lastLine = line;
    const readable = formatLogLine(line, options.consoleLevel);
    if (readable !== undefined) console.log(`${name}: ${readable}`);
  };

  const start = (): void => {
    const startedAt = performance.now();
    const current = spawn(process.execPath, [options.script], {
      // A group of its own: Ctrl-C in the terminal reaches the supervisor only, which ends things in order.
      detached: process.platform !== 'win32',
      // The channel tells the child when the supervisor is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: options.env,
    });
    child = current;
    for (const stream of [current.stdout, current.stderr]) {
      if (stream) readline.createInterface({ input: stream }).on('line', writeLine);
    }
    current.on('error', (error) => writeLine(`could not be started: ${error.message}`));
    current.on('close', (code, signal) => {
      if (isStopping) return;
      if (code === REFUSAL_EXIT_CODE) {
        options.onGiveUp(`The ${name} cannot start. ${lastLine}`);
        return;
      }
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) failures = 0;
      const delay = retryDelays[failures++];
      const how = signal ? `was stopped by ${signal}` : `ended with code ${code}`;
      if (delay === undefined) {
        options.onGiveUp(`The ${name} ${how}, ${failures} times in a row. See ${logFile} for the reason.`);
        return;
      }
      console.log(`${name}: ${how}; starting it again.`);
      restart = setTimeout(start, delay);
    });
  };
  start();

  const killGroup = (signal: NodeJS.Signals): void => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
    } catch {
      child.kill(signal);
    }
  };

  return {
    get pid() {
      return child?.pid;
    },
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      const current = child;
      if (current && current.exitCode === null && current.signalCode === null) {
        const force = setTimeout(() => killGroup('SIGKILL'), STOP_TIMEOUT_MS);
        const closed = new Promise((resolve) => current.once('close', resolve));
        current.kill('SIGTERM');
        await closed;
        clearTimeout(force);
      }
      log.end();
    },
    kill() {
      isStopping = true;
      clearTimeout(restart);
      killGroup('SIGKILL');
    },
  };
}
