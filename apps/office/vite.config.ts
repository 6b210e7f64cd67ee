import { officePaths } from '@firstyear/api-contract/desk';
import { buildOptions, partnerFolderFrom, resolveProductInVite } from '@firstyear/processes/partner-folder';
import { className } from '@firstyear/ui/class-name.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const partnerFolder = partnerFolderFrom(process.env);

export default defineConfig({
  base: `${officePaths.home}/`,
  plugins: [resolveProductInVite(partnerFolder), react()],
  resolve: { alias: { '@partner': partnerFolder } },
  css: { modules: { generateScopedName: className } },
  build: buildOptions(partnerFolder),
});
