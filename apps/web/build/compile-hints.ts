import type { Plugin } from 'vite';

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
