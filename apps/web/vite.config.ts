import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SERVER_PREFIXES } from '@firstyear/api-contract';
import { applicationForm, type PartnerConfig } from '@firstyear/application-form';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunkNames } from './chunk-names.ts';
import { className } from './class-name.ts';
import { compileHints } from './compile-hints.ts';
import { compressedFiles } from './compressed-files.ts';
import { pagePreloads } from './page-preloads.ts';
import { partnerPages } from './partner-pages.ts';
import { prerenderedPages } from './prerendered-pages.ts';
import { printPage } from './print-page.ts';
import { serviceWorkerFiles } from './service-worker-files.ts';
import { smallerScripts } from './smaller-scripts.ts';

const partnerSlug = process.env.PARTNER ?? 'larkmoor';
const partnerFile = fileURLToPath(new URL(`../../partners/${partnerSlug}.ts`, import.meta.url));
if (!/^[a-z0-9-]+$/.test(partnerSlug) || !existsSync(partnerFile)) {
  throw new Error(`PARTNER names '${partnerSlug}', but there is no partners/${partnerSlug}.ts.`);
}

const { partner }: { partner: PartnerConfig } = await import(pathToFileURL(partnerFile).href);

/** The server that serves the calls while developing. */
const server = process.env.SERVER_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react(),
    partnerPages(partner),
    pagePreloads(applicationForm(partner)),
    smallerScripts(),
    compileHints(),
    prerenderedPages(partnerFile),
    printPage(partnerFile),
    serviceWorkerFiles(),
    compressedFiles(),
  ],
  resolve: { alias: { '@partner': partnerFile } },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: createChunkNames(), debugName: 'rooms' }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(SERVER_PREFIXES.map((prefix) => [prefix, server])),
  },
});
