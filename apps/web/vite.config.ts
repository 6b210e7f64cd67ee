import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const partnerSlug = process.env.PARTNER ?? 'larkmoor';
const partnerFile = fileURLToPath(new URL(`../../partners/${partnerSlug}.ts`, import.meta.url));
if (!/^[a-z0-9-]+$/.test(partnerSlug) || !existsSync(partnerFile)) {
  throw new Error(`PARTNER names '${partnerSlug}', but there is no partners/${partnerSlug}.ts.`);
}

/** The server that answers the calls while developing. */
const server = process.env.SERVER_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@partner': partnerFile } },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/public', '/service', '/lookup', '/storage'].map((path) => [path, server])),
  },
});
