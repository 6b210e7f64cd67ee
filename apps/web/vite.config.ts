import { type FormDefinition, indexForm } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import {
  buildOptions,
  importPartnerFile,
  partnerFolderFrom,
  resolveProductInVite,
} from '@firstyear/processes/partner-folder';
import { className } from '@firstyear/ui/class-name.ts';
import { ENGLISH, type LanguageCode } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { createChunkNames } from './build/chunk-names.ts';
import { compileHints, compressedFiles } from './build/output-files.ts';
import { pagePreloads } from './build/page-preloads.ts';
import { partnerPages } from './build/partner-pages.ts';
import { prerenderedPages } from './build/prerendered-pages.ts';
import { printPage } from './build/print-page.ts';
import { serviceWorkerFiles } from './build/service-worker-files.ts';
import { loadSpanish, spanishBuild, speak } from './build/speak.ts';

const partnerFolder = partnerFolderFrom(process.env);
const load = (file: string) => importPartnerFile(partnerFolder, file);
const { partner }: { partner: PartnerConfig } = await load('partner.ts');
const spanish: { partner: PartnerConfig } = (await loadSpanish(partnerFolder)) ? await load('es.ts') : { partner };
const { definition }: { definition: FormDefinition } = await load('form.ts');

function configOf(language: LanguageCode, isQuick = false): UserConfig {
  return {
    plugins: [
      resolveProductInVite(partnerFolder),
      speak(language, partnerFolder),
      react(),
      partnerPages(language === 'es' ? spanish.partner : partner, partnerFolder),
      pagePreloads(indexForm(definition, formKinds.in(ENGLISH))),
      compileHints(),
      prerenderedPages(partnerFolder, language),
      printPage(partnerFolder, language),
      serviceWorkerFiles(language),
      ...(language === 'en' ? [spanishBuild(partnerFolder, configOf)] : []),
      ...(language === 'en' && !isQuick ? [compressedFiles()] : []),
    ],
    resolve: { alias: { '@partner': partnerFolder } },
    css: { modules: { generateScopedName: className } },
    build: {
      ...buildOptions(partnerFolder),
      rolldownOptions: {
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: createChunkNames(), debugName: 'rooms' }],
          },
        },
      },
    },
  };
}

export default defineConfig(({ mode }) => configOf('en', mode === 'quick'));
