import { existsSync } from 'node:fs';
import path from 'node:path';
import { PRINT_PAGE_FILE } from '@firstyear/api-contract/print-page';
import type { LanguageCode } from '@firstyear/words';
import type { Plugin } from 'vite';
import { buildForNode } from './build-for-node.ts';
import { afterBuild } from './output-files.ts';

const FONT_FILE = /\/assets\/[\w.-]+\.woff2/g;

/** Puts the styles of a build into its script, and leaves out all other files: fonts are in the browser's build already. */
function stylesInScript(dir: string): Plugin {
  return {
    name: 'styles-in-script',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        let styles = '';
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type !== 'asset') continue;
          if (name.endsWith('.css')) styles += String(file.source);
          delete bundle[name];
        }
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          file.code = file.code.replace('PRINT_STYLES', () => JSON.stringify(styles));
          for (const [href] of file.code.matchAll(FONT_FILE)) {
            if (!existsSync(path.join(dir, href))) throw new Error(`Paper needs ${href}, which was not built.`);
          }
        }
      },
    },
  };
}

/**
 * Writes the module with which the worker renders pages to print, from the components of the service view
 * (docs/decisions/0034-printing.md).
 */
export const printPage = (partnerFolder: string, language: LanguageCode) =>
  afterBuild('print-page', (dir) =>
    buildForNode({
      entry: 'print-page.tsx',
      partnerFolder,
      language,
      outDir: dir,
      fileName: PRINT_PAGE_FILE,
      plugins: [stylesInScript(dir)],
    }),
  );
