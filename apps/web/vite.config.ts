import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SERVER_PREFIXES } from '@firstyear/api-contract';
import { type FormDefinition, indexForm } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { className } from '@firstyear/ui/class-name.ts';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunkNames } from './chunk-names.ts';
import { compileHints } from './compile-hints.ts';
import { compressedFiles } from './compressed-files.ts';
import { pagePreloads } from './page-preloads.ts';
import { partnerPages } from './partner-pages.ts';
import { prerenderedPages } from './prerendered-pages.ts';
import { printPage } from './print-page.ts';
import { serviceWorkerFiles } from './service-worker-files.ts';
import { smallerScripts } from './smaller-scripts.ts';

const partnerSlug = process.env.PARTNER ?? 'larkmoor';
const partnerFolder = fileURLToPath(new URL(`../../partners/${partnerSlug}`, import.meta.url));
if (!/^[a-z0-9-]+$/.test(partnerSlug) || !existsSync(partnerFolder)) {
  throw new Error(`PARTNER names '${partnerSlug}', but there is no partners/${partnerSlug}/.`);
}

const load = (file: string) => import(pathToFileURL(`${partnerFolder}/${file}`).href);
const { partner }: { partner: PartnerConfig } = await load('partner.ts');
const { definition }: { definition: FormDefinition } = await load('form.ts');

/** The server that serves the calls while developing. */
const server = process.env.SERVER_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react(),
    partnerPages(partner, partnerFolder),
    pagePreloads(indexForm(definition, formKinds.in(ENGLISH))),
    smallerScripts(),
    compileHints(),
    prerenderedPages(partnerFolder),
    printPage(partnerFolder),
    serviceWorkerFiles(),
    compressedFiles(),
  ],
  resolve: { alias: { '@partner': partnerFolder } },
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
