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

/** Writes the brotli and gzip form of each built text file beside it, for the server to send. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: ({ dir }) => {
        if (dir !== undefined) compressTextIn(dir);
      },
    },
  };
}

/** What a page begins with (chunk-names.ts): nearly every function of these is called until the app runs. */
const CALLED_AT_ONCE = ['framework', 'app', 'form', 'cards'];

/** Only at the very beginning of a script. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Tells the browser to compile these scripts whole while they are still on their way, beside the page's own thread,
 * instead of each function when it is called first. Chromium knows this comment, and to others it is one.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // Behind Vite, which writes the list of what a script fetches later before its first line.
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && CALLED_AT_ONCE.includes(file.name)) file.code = `${HINT}${file.code}`;
        }
      },
    },
  };
}
