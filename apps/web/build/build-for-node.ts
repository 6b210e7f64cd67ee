import { fileURLToPath } from 'node:url';
import { resolveProductInVite } from '@firstyear/processes/partner-folder';
import { className } from '@firstyear/ui/class-name.ts';
import type { LanguageCode } from '@firstyear/words';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { speak } from './speak.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface NodeBuild {
  readonly entry: string;
  readonly partnerFolder: string;
  readonly language: LanguageCode;
  readonly outDir: string;
  readonly fileName: string;
  readonly plugins?: readonly Plugin[];
}

/** Builds a part of the web app into one self-contained file for Node, with the components and class names of the browser. */
export async function buildForNode(options: NodeBuild): Promise<void> {
  const { entry, partnerFolder, language, outDir, fileName, plugins = [] } = options;
  await build({
    root: here('..'),
    configFile: false,
    logLevel: 'error',
    plugins: [resolveProductInVite(partnerFolder), speak(language, partnerFolder), react(), ...plugins],
    resolve: { alias: { '@partner': partnerFolder } },
    css: { modules: { generateScopedName: className } },
    ssr: { noExternal: true },
    build: {
      ssr: here(`../src/${entry}`),
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      assetsInlineLimit: 0,
      outDir,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: fileName } },
    },
  });
}
