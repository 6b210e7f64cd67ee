import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CONVERSION_PROBLEMS, ConversionError, type PageHint, PHOTO_HINTS, WORD_HINTS } from './converter.ts';
import { deadlineOf, overrunError, watchDeadline } from './deadline.ts';
import { type Isolation, killGroup, spawnIsolated, wasKilled } from './isolation.ts';
import { encodeFrame, type Frame, FrameReader, splitParts } from './process/frames.ts';
import { type WordContent, wordContentSchema } from './process/word/word-content.ts';

const doneSchema = z.object({
  ok: z.literal(true),
  word: z.optional(wordContentSchema),
  pages: z.optional(z.int()),
  hints: z.optional(z.array(z.object({ page: z.int(), hint: z.enum([...PHOTO_HINTS, ...WORD_HINTS]) }))),
  /** Bytes of each part of the body: the file, then its thumbnails. Without them the whole body is the file. */
  sizes: z.optional(z.array(z.int().nonnegative()).min(1)),
});
const replySchema = z.discriminatedUnion('ok', [
  doneSchema,
  z.object({ ok: z.literal(false), problem: z.enum(CONVERSION_PROBLEMS), page: z.optional(z.int()) }),
]);

type Operation =
  | { readonly operation: 'prepare-word' }
  /** Bytes of each picture in the content. */
  | { readonly operation: 'pictures-to-pdf'; readonly sizes: readonly number[] }
  | {
      readonly operation: 'clean-pdf';
      readonly maxPages: number;
      readonly isRepaired: boolean;
      readonly word: WordContent | undefined;
    };
export interface ProcessReply {
  /** What the file was made into. */
  readonly content: Uint8Array;
  /** What a Word file shows, when it was prepared. */
  readonly word: WordContent | undefined;
  /** Of a PDF. */
  readonly pages: number;
  readonly hints: readonly PageHint[];
  /** Of pictures. */
  readonly thumbnails: readonly Uint8Array[];
}

function readReply({ word, pages, hints, sizes }: z.infer<typeof doneSchema>, body: Buffer): ProcessReply {
  const [content = body, ...thumbnails] = splitParts(sizes ?? [body.length], body);
  return { content, word, pages: pages ?? 0, hints: hints ?? [], thumbnails };
}

const SCRIPT = fileURLToPath(new URL('./process/main.ts', import.meta.url));
/** Reads its libraries, its own few files, and the package's description, which says how to read them. */
const PACKAGE = fileURLToPath(new URL('../package.json', import.meta.url));
const LIBRARIES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Ended and replaced after so many files, so that nothing can pile up. */
const FILES_PER_PROCESS = 200;
const FILE_CPU_SECONDS = 25;
const LIMITS = { cpuSeconds: FILES_PER_PROCESS * FILE_CPU_SECONDS, dataBytes: 1_610_612_736, fileBytes: 0 } as const;

/** A walled-off process that stays for many files and handles one at a time. */
export interface ConverterProcess {
  /** Resolves when it has loaded everything and handles files; rejects when it ended before. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended: it was killed, crashed, or has handled its share of files. */
  readonly ended: Promise<void>;
  /** Ends the process when the file takes too long or is called off: nothing else stops a library amid its work. */
  run(operation: Operation, content: Uint8Array, signal: AbortSignal): Promise<ProcessReply>;
  /** Whether it was killed or has ended, and must get no more files. */
  isEnding(): boolean;
  kill(): void;
}

/** What waits for the next frame of the process. */
interface Waiting {
  onFrame(frame: Frame): void;
  fail(error: unknown): void;
}

/** Starts a converter process. */
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
  const reader = new FrameReader();
  let waiting: Waiting | undefined;
  let files = 0;
  let isEnding = false;

  const kill = () => {
    isEnding = true;
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const nextFrame = () =>
    new Promise<Frame>((resolve, reject) => {
      waiting = { onFrame: resolve, fail: reject };
    }).finally(() => {
      waiting = undefined;
    });
  const fail = (error: unknown) => {
    waiting?.fail(error);
    kill();
  };

  child.on('error', (error) => {
    fail(error);
    ended.resolve();
  });
  child.on('exit', (code, killedBy) => {
    isEnding = true;
    waiting?.fail(
      wasKilled(code, killedBy) ? new Error('A converter process was killed.') : new ConversionError('unconvertible'),
    );
    ended.resolve();
  });
  // Errors of its pipe show as its end.
  stdin?.on('error', () => undefined);
  stdout?.on('data', (piece: Buffer) => {
    try {
      for (const frame of reader.push(piece)) waiting?.onFrame(frame);
    } catch (error) {
      fail(error);
    }
  });
  // Its first frame says that it is ready.
  const ready = nextFrame().then(() => undefined);
  ready.catch(() => undefined);

  return {
    ready,
    ended: ended.promise,
    isEnding: () => isEnding,
    kill,
    async run(operation, content, signal) {
      signal.throwIfAborted();
      files += 1;
      const onAbort = () => fail(signal.reason);
      signal.addEventListener('abort', onAbort);
      const stopWatching = watchDeadline(child.pid, deadlineOf(FILE_CPU_SECONDS), (how) => fail(overrunError(how)));
      try {
        stdin?.write(encodeFrame(operation, content));
        const { header, body } = await nextFrame();
        const reply = replySchema.parse(header);
        if (!reply.ok) throw new ConversionError(reply.problem, { page: reply.page });
        return readReply(reply, body);
      } finally {
        stopWatching();
        signal.removeEventListener('abort', onAbort);
        if (files >= FILES_PER_PROCESS) kill();
      }
    },
  };
}
