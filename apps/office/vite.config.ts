import { fileURLToPath } from 'node:url';
import { officePaths } from '@firstyear/api-contract/desk';
import { className } from '@firstyear/ui/class-name.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const partner = process.env.PARTNER ?? 'larkmoor';

export default defineConfig({
  base: `${officePaths.home}/`,
  plugins: [react()],
  resolve: { alias: { '@partner': fileURLToPath(new URL(`../../partners/${partner}`, import.meta.url)) } },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      [officePaths.calls].map((path) => [path, process.env.SERVER_URL ?? 'http://localhost:3000']),
    ),
  },
});
