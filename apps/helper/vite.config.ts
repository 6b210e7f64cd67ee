import { HELP_PATH } from '@firstyear/api-contract/addresses';
import { buildOptions, partnerFolderFrom, resolveProductInVite } from '@firstyear/processes/partner-folder';
import { className } from '@firstyear/ui/class-name.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const partnerFolder = partnerFolderFrom(process.env);

export default defineConfig({
  base: `${HELP_PATH}/`,
  plugins: [resolveProductInVite(partnerFolder), react()],
  resolve: { alias: { '@partner': partnerFolder } },
  css: { modules: { generateScopedName: className } },
  build: buildOptions(partnerFolder),
});
