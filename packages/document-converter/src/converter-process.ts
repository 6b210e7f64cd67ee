import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConversionError, type PageHint } from './converter.ts';
import { deadlineOf, overrunError, watchDeadline } from './deadline.ts';
import { type Isolation, killGroup, spawnIsolated, wasKilled } from './isolation.ts';
import {
  type ConverterRequest,
  encodeFrame,
  type Frame,
  readFrames,
  responseSchema,
  splitParts,
} from './process/messages.ts';
import type { WordContent } from './process/word/word-content.ts';

export interface ConverterResult {
  /** The PDF, or the prepared Word file. */
  readonly content: Uint8Array;
  /** What a prepared Word file shows. */
  readonly word: WordContent | undefined;
  /** Of a PDF. */
  readonly pages: number;
  readonly hints: readonly PageHint[];
  /** Of pictures. */
  readonly thumbnails: readonly Uint8Array[];
}

function readResponse({ header, body }: Frame): ConverterResult {
  const response = responseSchema.parse(header);
  if (!response.ok) throw new ConversionError(response.problem, { page: response.page });
  const { word, pages = 0, hints = [], sizes = [body.length] } = response;
  const [content = body, ...thumbnails] = splitParts(sizes, body);
  return { content, word, pages, hints, thumbnails };
}

const SCRIPT = fileURLToPath(new URL('./process/main.ts', import.meta.url));
/** The process reads its libraries, its few source files, and package.json, which says how to load them. */
const PACKAGE = fileURLToPath(new URL('../package.json', import.meta.url));
const LIBRARIES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** A process is replaced after so many files, so that nothing can pile up. */
const FILES_PER_PROCESS = 200;
const FILE_CPU_SECONDS = 25;
const LIMITS = { cpuSeconds: FILES_PER_PROCESS * FILE_CPU_SECONDS, dataBytes: 1_610_612_736, fileBytes: 0 } as const;

/** A sandboxed process that converts many files, one at a time. */
export interface ConverterProcess {
  /** Resolves when it can take files; rejects when it ended before. */
  readonly ready: Promise<void>;
  /** Resolves when it was killed, crashed, or has handled its share of files. */
  readonly ended: Promise<void>;
  /** Kills the process when the file takes too long or is aborted: nothing else stops a library in the middle of its work. */
  run(request: ConverterRequest, content: Uint8Array, signal: AbortSignal): Promise<ConverterResult>;
  /** Whether it must get no more files, since it was killed or has ended. */
  isEnding(): boolean;
  kill(): void;
}

export function startConverterProcess(isolation: Isolation): ConverterProcess {
  const program = realpathSync(process.execPath);
  const command = isolation.command({
    program,
    args: ['--max-old-space-size=768', SCRIPT],
    // Node need not be among the libraries: it may have been installed anywhere.
    readable: [LIBRARIES, program, path.dirname(SCRIPT), PACKAGE],
    limits: LIMITS,
  });
  const child = spawnIsolated(command, { stdio: ['pipe', 'pipe', 'ignore'] });
  const { stdin, stdout } = child;
  const ended = Promise.withResolvers<void>();
  /** Waits for the next frame of the process. */
  let waiting: PromiseWithResolvers<Frame> | undefined;
  let files = 0;
  let isEnding = false;

  const kill = () => {
    isEnding = true;
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const nextFrame = () => {
    waiting = Promise.withResolvers();
    return waiting.promise;
  };
  const fail = (error: unknown) => {
    waiting?.reject(error);
    kill();
  };

  child.on('error', (error) => {
    fail(error);
    ended.resolve();
  });
  child.on('exit', (code, killedBy) => {
    isEnding = true;
    waiting?.reject(
      wasKilled(code, killedBy) ? new Error('A converter process was killed.') : new ConversionError('unconvertible'),
    );
    ended.resolve();
  });
  // A broken pipe also shows as the end of the process.
  stdin?.on('error', () => undefined);
  const readAll = async () => {
    for await (const frame of readFrames(stdout ?? [])) waiting?.resolve(frame);
  };
  readAll().catch(fail);
  // Its first frame says that it is ready.
  const ready = nextFrame().then(() => undefined);
  ready.catch(() => undefined);

  return {
    ready,
    ended: ended.promise,
    isEnding: () => isEnding,
    kill,
    async run(request, content, signal) {
      signal.throwIfAborted();
      files += 1;
      const onAbort = () => fail(signal.reason);
      signal.addEventListener('abort', onAbort);
      const stopWatching = watchDeadline(child.pid, deadlineOf(FILE_CPU_SECONDS), (how) => fail(overrunError(how)));
      try {
        stdin?.write(encodeFrame(request, content));
        return readResponse(await nextFrame());
      } finally {
        stopWatching();
        signal.removeEventListener('abort', onAbort);
        if (files >= FILES_PER_PROCESS) kill();
      }
    },
  };
}
