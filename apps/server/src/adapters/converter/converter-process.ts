import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CONVERSION_PROBLEMS, ConversionError, type PageHint, PHOTO_HINTS, WORD_HINTS } from './converter.ts';
import type { Isolation } from './isolation.ts';
import { encodeFrame, FrameReader, splitParts } from './process/frames.ts';
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
const SERVER_PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url));
const LIBRARIES = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));

const REPLY_WITHIN_MS = 25_000;
/** Ended and started anew after so many files, so that nothing can pile up. */
const FILES_PER_PROCESS = 200;
const LIMITS = { cpuSeconds: 600, dataBytes: 1_610_612_736, fileBytes: 0 } as const;

export interface ConverterProcess {
  run(operation: Operation, content: Uint8Array, signal: AbortSignal): Promise<ProcessReply>;
  close(): void;
}

interface Running {
  readonly child: ChildProcess;
  files: number;
}

/** A walled-off process that stays for many files and handles one at a time. One that hangs or dies is replaced. */
export function converterProcess(isolation: Isolation): ConverterProcess {
  let running: Running | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  const end = () => {
    const pid = running?.child.pid;
    running = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  };

  const start = (): Running => {
    if (running && running.files < FILES_PER_PROCESS) return running;
    end();
    const program = realpathSync(process.execPath);
    const { file, args, env } = isolation.command({
      program,
      args: ['--max-old-space-size=768', SCRIPT],
      // Node need not be among the libraries: it may have been installed anywhere.
      readable: [LIBRARIES, program, path.dirname(SCRIPT), SERVER_PACKAGE],
      limits: LIMITS,
    });
    const child = spawn(file, args, {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    // Errors of its pipe show as its end.
    child.stdin.on('error', () => undefined);
    const started = { child, files: 0 };
    running = started;
    return started;
  };

  const ask = (operation: Operation, content: Uint8Array, signal: AbortSignal): Promise<ProcessReply> =>
    new Promise((resolve, reject) => {
      if (closed) throw new Error('The converter is closed.');
      signal.throwIfAborted();
      const current = start();
      current.files += 1;
      const { child } = current;
      const reader = new FrameReader();
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        child.removeAllListeners();
        child.stdout?.removeAllListeners();
        finish();
      };
      const fail = (error: unknown) =>
        settle(() => {
          if (running === current) end();
          reject(error);
        });
      const timer = setTimeout(() => fail(new ConversionError('too_slow')), REPLY_WITHIN_MS);
      const onAbort = () => fail(signal.reason);
      signal.addEventListener('abort', onAbort);
      child.on('error', fail);
      // Out of memory, or crashed by what it was given.
      child.on('exit', () => fail(new ConversionError('unconvertible')));
      child.stdout?.on('data', (piece: Buffer) => {
        try {
          for (const { header, body } of reader.push(piece)) {
            const reply = replySchema.parse(header);
            settle(() =>
              reply.ok
                ? resolve(readReply(reply, body))
                : reject(new ConversionError(reply.problem, { page: reply.page })),
            );
          }
        } catch (error) {
          fail(error);
        }
      });
      child.stdin?.write(encodeFrame(operation, content));
    });

  return {
    run(operation, content, signal) {
      const mine = turn.then(() => ask(operation, content, signal));
      turn = mine.catch(() => undefined);
      return mine;
    },
    close: () => {
      closed = true;
      end();
    },
  };
}
