import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_WORKER_OFF_PATH, SERVICE_WORKER_PATH } from '@firstyear/api-contract/addresses';
import type { LanguageCode } from '@firstyear/words';
import { build } from 'vite';
import type { KeptFiles } from '../src/service-worker/file-keeper.ts';
import { afterBuild } from './output-files.ts';
import { fileIn } from './speak.ts';

/** The plain page, which the server sends under its name in each language, with or without a session. */
const PAGE = 'index.html';
/** Scripts, styles, and the fonts of the letters that nearly every page has. */
const KEPT_ASSET = /\.(js|css)$|-latin-wght-normal-[^/]*\.woff2$/;
/** For the service view, which is for the university and for printing. */
const FOR_PAPER = /^paper-fonts/;
const KEPT_BESIDE = /\.svg$/;

function keptFilesOf(dir: string, language: LanguageCode): KeptFiles {
  const assets = readdirSync(path.join(dir, 'assets')).filter((name) => KEPT_ASSET.test(name) && !FOR_PAPER.test(name));
  const beside = readdirSync(dir).filter((name) => KEPT_BESIDE.test(name));
  const files = [...assets.map((name) => `/assets/${name}`), ...beside.map((name) => `/${name}`)].sort();
  const hash = createHash('sha256');
  for (const file of [`/${PAGE}`, ...files]) hash.update(file).update(readFileSync(path.join(dir, file)));
  return { version: hash.digest('hex').slice(0, 16), page: `/${fileIn(language, PAGE)}`, files };
}

async function buildWorker(source: string, outDir: string, kept: KeptFiles): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { KEPT_FILES: JSON.stringify(kept) },
    build: {
      target: 'baseline-widely-available',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      // Drops the contract's schemas of calls: only its addresses are used.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
      lib: {
        entry: fileURLToPath(new URL(`../src/service-worker/${source}.ts`, import.meta.url)),
        formats: ['iife'],
        name: 'worker',
        fileName: () => `${source}.js`,
      },
    },
  });
}

/** Writes the service worker, with its list of files to cache, and the script that replaces it when the feature is turned off. */
export const serviceWorkerFiles = (language: LanguageCode) =>
  afterBuild('service-worker-files', async (dir) => {
    const kept = keptFilesOf(dir, language);
    await buildWorker(path.basename(SERVICE_WORKER_PATH, '.js'), dir, kept);
    await buildWorker(path.basename(SERVICE_WORKER_OFF_PATH, '.js'), dir, kept);
  });
