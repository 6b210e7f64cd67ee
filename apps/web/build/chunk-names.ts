import { fileURLToPath } from 'node:url';

interface ModuleImports {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => ModuleImports | null;
}

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const MAIN = `${SOURCES}main.tsx`;

/**
 * The folders whose pages are loaded on navigation. `chunk` holds the roots with all their imports, since nearly every
 * address of the room needs them. Where pages are small, it also holds the modules that more than one page needs.
 */
const ROOMS = [
  { room: 'pages', chunk: 'form', roots: ['form-root', 'form-page'], hasSmallPages: false },
  { room: 'auth', chunk: 'cards', roots: ['auth-root'], hasSmallPages: true },
] as const;

/** The module that later parts of several rooms need, in a chunk of its own with all its imports. */
const LATER = { chunk: 'queries', root: `${SOURCES}api/queries.ts` };

/** These modules and everything that they import. */
export function withImports(
  start: readonly string[],
  importsOf: (id: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    importsOf(id).forEach(add);
  };
  start.forEach(add);
  return found;
}

/** The chunks of modules that more than one page needs; the others belong to their page's chunk. */
function chunksOf(modules: ModuleGraph): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  const importsOf = (id: string) => modules.getModuleInfo(id)?.importedIds ?? [];
  const startup = withImports([MAIN], importsOf);
  const fetchedLater = new Set([...startup].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  for (const id of withImports([LATER.root], importsOf)) chunks.set(id, LATER.chunk);
  for (const { room, chunk, roots, hasSmallPages } of ROOMS) {
    const folder = `${SOURCES}${room}/`;
    const rootIds = new Set(roots.map((root) => `${folder}${root}.tsx`));
    const seen = new Set<string>();
    for (const page of [...fetchedLater].filter((id) => id.startsWith(folder))) {
      for (const id of withImports([page], importsOf)) {
        const other = chunks.get(id);
        if (other === LATER.chunk && !rootIds.has(page)) continue;
        if (other !== undefined && other !== chunk && other !== LATER.chunk) chunks.set(id, 'app');
        else if ((hasSmallPages && seen.has(id)) || rootIds.has(page)) chunks.set(id, chunk);
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
    return chunks.get(id) ?? null;
  };
}
