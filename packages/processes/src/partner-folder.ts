import { existsSync, realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const PARTNERS = path.resolve(import.meta.dirname, '../../../partners');
const PRODUCT = '@firstyear/';

/** The university that the product runs for by default. */
export const DEFAULT_PARTNER = 'larkmoor';

const IS_NAME = /^[a-z][a-z0-9-]*$/;

/** A university from the command line: a name in partners/, or the path of a folder, which becomes absolute. */
export const partnerGiven = (given: string): string => (IS_NAME.test(given) ? given : path.resolve(given));

/** The folder of a university by its absolute path, or its name in partners/. */
export function partnerFolder(partner: string): string {
  const folder = path.resolve(PARTNERS, partner);
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** The folder that PARTNER_DIR names, else the one of PARTNER. */
export const partnerFolderFrom = ({ PARTNER_DIR, PARTNER }: Readonly<Record<string, string | undefined>>): string =>
  partnerFolder(PARTNER_DIR ? path.resolve(PARTNER_DIR) : PARTNER || DEFAULT_PARTNER);

const isInside = (folder: string, file: string) => file.startsWith(`${folder}${path.sep}`);

/** A university's file in messages: partners/<name>/form.ts, or its path. */
export const shownPartnerFile = (folder: string, file = ''): string =>
  isInside(PARTNERS, folder)
    ? path.posix.join('partners', path.basename(folder), file).replace(/\/$/, '')
    : path.join(folder, file);

/** The folder of a university's build, inside of the app. */
export const buildFolder = (folder: string): string => `dist/${path.basename(folder)}`;

/** How Vite builds each of our apps for a university. */
export const buildOptions = (folder: string) => ({
  target: 'baseline-widely-available' as const,
  outDir: buildFolder(folder),
  emptyOutDir: true,
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  reportCompressedSize: false,
});

const resolvingFor = new Set<string>();

/** Lets a folder outside of the product, without node_modules, import the product's packages. */
function resolveProductFrom(folder: string): void {
  if (isInside(PARTNERS, folder) || resolvingFor.has(folder)) return;
  resolvingFor.add(folder);
  const base = `${pathToFileURL(folder).href}/`;
  const product = pathToFileURL(path.join(PARTNERS, 'package.json')).href;
  registerHooks({
    resolve(specifier, context, next) {
      const isOfProduct = specifier.startsWith(PRODUCT) && context.parentURL?.startsWith(base);
      const found = next(specifier, isOfProduct ? { ...context, parentURL: product } : context);
      // Without a package.json, Node would have to guess.
      return found.url.startsWith(base) && found.url.endsWith('.ts')
        ? { ...found, format: 'module-typescript' }
        : found;
    },
  });
}

/** Imports a file of a university, such as form.ts, with this product's packages. */
export async function importPartnerFile(folder: string, file: string) {
  resolveProductFrom(folder);
  return import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href);
}

interface ViteResolution {
  readonly name: string;
  readonly enforce: 'pre';
  resolveId(
    this: { resolve(id: string, from: string): Promise<{ readonly id: string } | null> },
    id: string,
    importer: string | undefined,
  ): Promise<{ readonly id: string } | null>;
}

/** The same for Vite, as a plugin. */
export const resolveProductInVite = (folder: string): ViteResolution => ({
  name: 'resolve-product',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (!id.startsWith(PRODUCT) || !importer || !isInside(folder, importer) || isInside(PARTNERS, importer))
      return null;
    return this.resolve(id, path.join(PARTNERS, 'package.json'));
  },
});
