import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text files; fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|html|json)$/;

function compressTextIn(dir: string): void {
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue;
    const file = path.join(dir, name);
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** A plugin that works on the files of the build once they are written, after the plugins before it. */
export function afterBuild(
  name: string,
  run: (dir: string) => void | Promise<void>,
  order: 'pre' | 'post' = 'post',
): Plugin {
  return {
    name,
    apply: 'build',
    writeBundle: {
      order,
      sequential: true,
      handler: async ({ dir }) => {
        if (dir !== undefined) await run(dir);
      },
    },
  };
}

/** Writes the brotli and gzip form of each built text file beside it, for the server to send. */
export const compressedFiles = () => afterBuild('compressed-files', compressTextIn);

/** The first chunks of a page (chunk-names.ts). Nearly all of their functions are called before the app runs. */
const CALLED_AT_ONCE = ['framework', 'app', 'form', 'cards'];

/** Works only at the very beginning of a script. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes Chromium compile these scripts as a whole while they load, off the main thread, instead of each function at its
 * first call. Other browsers ignore the comment.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // After Vite, which puts the list of lazily loaded files before the first line of a script.
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && CALLED_AT_ONCE.includes(file.name)) file.code = `${HINT}${file.code}`;
        }
      },
    },
  };
}
