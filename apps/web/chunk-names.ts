import { fileURLToPath } from 'node:url';

/** What is known of a built module: what it imports at once, and what only when it is needed. */
interface ModuleImports {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => ModuleImports | null;
}

const SOURCES = fileURLToPath(new URL('./src/', import.meta.url));
const MAIN = `${SOURCES}main.tsx`;

/**
 * The rooms whose pages are fetched when they are gone to. `chunk` holds what more than one page of the room needs, and
 * the roots with all that they need: nearly every address of the room begins with them.
 */
const ROOMS = [
  { room: 'pages', chunk: 'form', roots: ['form-root', 'form-page'] },
  { room: 'auth', chunk: 'cards', roots: ['auth-root'] },
] as const;

/** What parts of several rooms need when they come, so that it is in none of those: with all that it needs. */
const LATER = { chunk: 'queries', root: `${SOURCES}api/queries.ts` };

/**
 * Modules that only parts need which are fetched later, and the chunk that they come with. The page begins with the index
 * of their package, which lists them beside what it does need, so that their chunk, and that of what they import, cannot
 * be told from imports; null: the bundler decides, by what is used.
 */
const LISTED_ONLY = new Map<string, string | null>([
  ['account-header.ts', null],
  ['application.ts', null],
  ['client-errors.ts', null],
  ['documents.ts', null],
  ['file-rules.ts', null],
  ['identity-rules.ts', 'cards'],
  ['identity.ts', null],
  ['lookup.ts', null],
  ['photo-pages.ts', null],
]);

/** The chunk of a module that is only listed; undefined: it is none. */
function chunkOfListed(id: string): string | null | undefined {
  const [, file] = id.split('/packages/api-contract/src/');
  return file === undefined ? undefined : LISTED_ONLY.get(file);
}

/** A module and all that comes with it at once, without what is only listed. */
function withImports(modules: ModuleGraph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id) || chunkOfListed(id) !== undefined) return;
    found.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach(add);
  };
  add(start);
  return found;
}

/** The chunk of each module that more than one page needs; the others go with the page that needs them. */
function chunksOf(modules: ModuleGraph): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  const startup = withImports(modules, MAIN);
  const fetchedLater = new Set([...startup].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  for (const id of withImports(modules, LATER.root)) chunks.set(id, LATER.chunk);
  for (const { room, chunk, roots } of ROOMS) {
    const folder = `${SOURCES}${room}/`;
    const rootIds = new Set(roots.map((root) => `${folder}${root}.tsx`));
    const seen = new Set<string>();
    for (const page of [...fetchedLater].filter((id) => id.startsWith(folder))) {
      for (const id of withImports(modules, page)) {
        const other = chunks.get(id);
        if (other === LATER.chunk && !rootIds.has(page)) continue;
        if (other !== undefined && other !== chunk && other !== LATER.chunk) chunks.set(id, 'app');
        else if (seen.has(id) || rootIds.has(page)) chunks.set(id, chunk);
        seen.add(id);
      }
    }
  }
  for (const id of startup) chunks.set(id, 'app');
  for (const id of chunks.keys()) if (id.includes('/node_modules/') && startup.has(id)) chunks.set(id, 'framework');
  return chunks;
}

/**
 * Names the chunk of a module, so that each page is few files: `framework` and `app`, which the page begins with,
 * `form` and `cards`, which the pages of a room share, and `queries`, which later parts share. null: the bundler decides.
 */
export function createChunkNames(): (id: string, modules: ModuleGraph) => string | null {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id, modules) => {
    chunks ??= chunksOf(modules);
    return chunkOfListed(id) ?? chunks.get(id) ?? null;
  };
}
