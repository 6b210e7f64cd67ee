import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LanguageCode } from '@firstyear/words';
import type { Plugin } from 'vite';
import { buildForNode } from './build-for-node.ts';
import { afterBuild } from './output-files.ts';
import type { Preload } from './page-preloads.ts';
import { fileIn } from './speak.ts';

type Rendering = typeof import('../src/prerender.tsx');
type RenderedPage = Awaited<ReturnType<Rendering['renderPages']>>[number];

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function loadRendering(partnerFolder: string, language: LanguageCode): Promise<Rendering> {
  await mkdir(here('../node_modules'), { recursive: true });
  const outDir = await mkdtemp(here('../node_modules/.prerender-'));
  const fileName = 'prerender.mjs';
  try {
    await buildForNode({ entry: 'prerender.tsx', partnerFolder, language, outDir, fileName });
    const rendering: Rendering = await import(pathToFileURL(path.join(outDir, fileName)).href);
    return rendering;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

const STYLE_LINK = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = /\s*<script type="module"[^>]*><\/script>/g;
/** Fonts in files, which are loaded with the app; until then fallbacks have the same measures. */
const FETCHED_FONT = /@font-face\s*\{[^}]*url\([^}]*\}/g;

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Built {
  readonly shell: string;
  readonly read: (href: string) => string;
  readonly preloadsOf: (page: string) => readonly Preload[];
}

/** One whole page, with inline styles and the recorder of early input. The links to its scripts come first. */
function writePage(
  { shell, read, preloadsOf }: Built,
  rendering: Rendering,
  { path: page, early, html, year }: RenderedPage,
): string {
  const { earlyScript, theme } = rendering;
  const preloads = preloadsOf(page);
  const styles = [
    ...[...shell.matchAll(STYLE_LINK)].map(([, href = '']) => href),
    ...preloads.filter((preload) => preload.as === 'style').map((preload) => preload.href),
  ];
  const scripts = preloads
    .filter((preload) => preload.as === 'script' && !preload.isForCalls)
    .map((preload) => preload.href);
  const css = [
    ...styles.map((href) => read(href).replace(FETCHED_FONT, '')),
    `:root{--primary:${theme.primary};--accent:${theme.accent}}`,
    readFileSync(here('../src/app/early-page.css'), 'utf8').replace(/\s+/g, ' '),
  ].join('');
  const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];
  if (!heading) throw new Error(`The page ${page} has no heading.`);
  const head = [
    `<script>${earlyScript}</script>`,
    // Listed, so that no script fetches them as missing; the app enables them.
    ...styles.map((href) => `<link rel="stylesheet" href="${href}" disabled>`),
    `<style>${css}</style>`,
    '<noscript><style>#root button{display:none}</style></noscript>',
  ];
  // Before the styles, which are a quarter of the page, so that the browser requests the scripts earlier.
  const scriptTags = [
    ...(shell.match(MODULE_SCRIPT) ?? []),
    ...scripts.map((href) => `\n    <link rel="modulepreload" crossorigin href="${href}">`),
  ].join('');
  const { title, text } = early.noScript;
  const notes = [
    `<p id="early-wait" class="early-note" hidden>${escapeText(early.wait)}</p>`,
    `<p id="early-lost" class="early-note" data-outdated="${escapeText(early.outdated)}" hidden>${escapeText(early.lost)}</p>`,
  ];
  const body = [
    `<noscript><p class="early-note"><strong>${escapeText(title)}</strong> ${escapeText(text)}</p></noscript>`,
    `<div id="root" data-page="${page}"${year === undefined ? '' : ` data-year="${year}"`}>${html}</div>`,
    `<div role="status"><p id="early-loading">${escapeText(early.loading)}</p>`,
    `<div class="early-notes">${notes.join('')}</div></div>`,
  ];
  return shell
    .replace(STYLE_LINK, '')
    .replace(MODULE_SCRIPT, '')
    .replace(/<meta charset[^>]*>/, (charset) => `${charset}${scriptTags}`)
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace('<title>', () => `<title>${heading} - `)
    .replace('</head>', () => `${head.join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => body.join('\n    '));
}

/**
 * Writes the pages that a visitor can come to first as whole HTML files, prerendered/<page>.html, and prerendered.json:
 * the file of each address, with that of '/' for every unknown one (docs/decisions/0029-prerendered-pages.md).
 */
export function prerenderedPages(partnerFolder: string, language: LanguageCode): Plugin {
  const writePages = async (dir: string) => {
    const read = (href: string) => readFileSync(path.join(dir, href), 'utf8');
    const preloads: Readonly<Record<string, readonly Preload[]>> = JSON.parse(read('preloads.json'));
    const built = { shell: read('index.html'), read, preloadsOf: (page: string) => preloads[page] ?? [] };
    const rendering = await loadRendering(partnerFolder, language);
    const folder = fileIn(language, 'prerendered');
    await mkdir(path.join(dir, folder), { recursive: true });
    const files: Record<string, string> = {};
    for (const page of await rendering.renderPages()) {
      const file = `${folder}${page.path}.html`;
      await writeFile(path.join(dir, file), writePage(built, rendering, page));
      files[page.path] = file;
      if (page.path === rendering.defaultPage) files['/'] = file;
    }
    writeFileSync(path.join(dir, 'prerendered.json'), JSON.stringify(files));
  };
  return afterBuild('prerendered-pages', writePages, 'pre');
}
