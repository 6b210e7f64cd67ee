import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PartnerConfig } from '@firstyear/application-form';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { pagePreloads } from './page-preloads.ts';
import { partnerPages } from './partner-pages.ts';

const partnerSlug = process.env.PARTNER ?? 'larkmoor';
const partnerFile = fileURLToPath(new URL(`../../partners/${partnerSlug}.ts`, import.meta.url));
if (!/^[a-z0-9-]+$/.test(partnerSlug) || !existsSync(partnerFile)) {
  throw new Error(`PARTNER names '${partnerSlug}', but there is no partners/${partnerSlug}.ts.`);
}

const { partner }: { partner: PartnerConfig } = await import(pathToFileURL(partnerFile).href);

/** The server that answers the calls while developing. */
const server = process.env.SERVER_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), partnerPages(partner), pagePreloads(), compressedFiles()],
  resolve: { alias: { '@partner': partnerFile } },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files for the first screen: what every page needs, and what every form page needs besides.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zod)\/|vite\/preload-helper/,
              priority: 3,
            },
            {
              name: 'app',
              test: /\/packages\/|web\/src\/(api|answers|autosave|app|flows)\/|web\/src\/session\/(?!still)|web\/src\/(paths|partner-context)|web\/src\/form\/report-|web\/src\/text\/(shell|session|autosave|help)|web\/src\/shell\/(account|footer|header|partner-logo|document-title|part-boundary)|web\/src\/ui\/(button|card|close-button|dialog|external-link|spinner|field|text-input|popover|toast-store|value-store|visually|constants)/,
              priority: 2,
            },
            {
              name: 'form',
              test: /web\/src\/(form|tabs|add-another)\/|web\/src\/shell\/(welcome|navigation)|web\/src\/documents\/(document-question|file-note)|web\/src\/pages\/form-|web\/src\/ui\/select[.]/,
              priority: 1,
            },
            {
              name: 'cards',
              test: /web\/src\/auth\/(auth|carr|email|password|use)|web\/src\/text\/auth|web\/src\/ui\/(password-input|checklist)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/public', '/service', '/lookup', '/files', '/uploads'].map((path) => [path, server]),
    ),
  },
});
