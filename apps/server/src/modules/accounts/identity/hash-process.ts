import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { overloaded } from '../../../plugins/errors.ts';
import type { HashEngine } from '../../dependencies.ts';
import { type HashRequest, type HashResponse, hashResponse } from './argon2id.ts';

export interface HashProcess extends HashEngine {
  /** Starts the process ahead of the first hash. */
  start(): void;
  /** Undefined while there is no process. */
  pid(): number | undefined;
  /** Ends the process and refuses its waiting requests. */
  stop(): Promise<void>;
}

/** Added to this process's niceness: on a busy machine it leaves about a tenth of a normal share. */
const NICENESS = 10;
const MAX_NICENESS = 19;
/** Longer than a hash takes on a busy machine; a slower process is killed and replaced. */
const LIMIT_MS = 30_000;

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, Math.min(MAX_NICENESS, os.getPriority() + NICENESS));
  } catch {
    // A system without priorities: it hashes with ours.
  }
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  resolve(response: HashResponse): void;
  reject(error: Error): void;
}

/**
 * Hashes in a process with a lower priority and without our secrets, so that saves go first on a busy machine. When it dies, its
 * waiting requests are refused with 503, and the next hash starts another process.
 */
export function hashProcess(): HashProcess {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let requests = 0;

  function take(id: number): Waiting | undefined {
    const request = waiting.get(id);
    waiting.delete(id);
    clearTimeout(request?.timer);
    return request;
  }

  function start(): ChildProcess {
    const started = fork(new URL('hash-program.ts', import.meta.url), {
      env: childEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    lowerPriority(started);
    const failAll = (cause: unknown) => {
      if (child !== started) return;
      child = undefined;
      for (const id of [...waiting.keys()]) take(id)?.reject(overloaded(cause));
    };
    started.on('message', (message) => {
      const response = hashResponse.parse(message);
      take(response.id)?.resolve(response);
    });
    started.on('error', failAll);
    started.on('exit', (code, signal) => failAll(new Error(`the process that hashes ended with ${code ?? signal}`)));
    return started;
  }

  function send(request: Omit<HashRequest, 'id'>): Promise<HashResponse> {
    requests += 1;
    const id = requests;
    return new Promise((resolve, reject) => {
      try {
        child ??= start();
        const current = child;
        waiting.set(id, { resolve, reject, timer: setTimeout(() => current.kill('SIGKILL'), LIMIT_MS) });
        current.send({ id, ...request }, (error) => {
          if (error) take(id)?.reject(overloaded(error));
        });
      } catch (error) {
        // Without memory or file descriptors, fork() returns a child without pid and send().
        if (child?.pid === undefined) child = undefined;
        take(id);
        reject(overloaded(error));
      }
    });
  }

  const problemOf = (response: HashResponse) =>
    new Error(`A password could not be hashed: ${'problem' in response ? response.problem : 'an unknown response'}.`);

  return {
    start: () => {
      child ??= start();
    },
    pid: () => child?.pid,
    hash: async (password) => {
      const response = await send({ password });
      if ('hash' in response) return response.hash;
      throw problemOf(response);
    },
    verify: async (stored, password) => {
      const response = await send({ password, stored });
      if ('isMatch' in response) return response.isMatch;
      throw problemOf(response);
    },
    stop: async () => {
      const last = child;
      if (last === undefined) return;
      const ended = once(last, 'exit');
      last.kill('SIGKILL');
      await ended;
    },
  };
}
