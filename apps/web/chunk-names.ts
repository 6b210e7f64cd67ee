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

/** The rooms whose pages are fetched one by one when they are gone to, and the chunk of what the pages of a room share. */
const ROOMS = [
  { room: 'pages', chunk: 'form' },
  { room: 'auth', chunk: 'cards' },
] as const;

/** A module and all that comes with it at once. */
function withImports(modules: ModuleGraph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id)) return;
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
  for (const { room, chunk } of ROOMS) {
    const pages = [...fetchedLater].filter((id) => id.startsWith(`${SOURCES}${room}/`));
    const seen = new Set<string>();
    for (const page of pages) {
      // The root of a room is needed with each of its pages.
      if (page.endsWith('-root.tsx')) chunks.set(page, chunk);
      for (const id of withImports(modules, page)) {
        const other = chunks.get(id);
        if (other !== undefined && other !== chunk) chunks.set(id, 'app');
        else if (seen.has(id)) chunks.set(id, chunk);
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
 * `form` and `cards`, which the pages of a room share. null: the bundler decides.
 */
export function createChunkNames(): (id: string, modules: ModuleGraph) => string | null {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id, modules) => {
    chunks ??= chunksOf(modules);
    return chunks.get(id) ?? null;
  };
}
