import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createChunkNames } from './chunk-names.ts';

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
const REACT = '/node_modules/react/index.js';
const RADIX = '/node_modules/radix/toast.js';

/** What each module imports at once, and what it fetches later. */
const GRAPH: Readonly<Record<string, readonly [now: readonly string[], later: readonly string[]]>> = {
  [source('main.tsx')]: [[source('app/router.tsx')], []],
  [source('app/router.tsx')]: [
    [REACT],
    ['pages/form-root.tsx', 'pages/about.tsx', 'pages/completion.tsx', 'auth/login.tsx', 'auth/signup.tsx']
      .map(source)
      .concat(RADIX),
  ],
  [source('pages/form-root.tsx')]: [[], []],
  [source('pages/about.tsx')]: [[source('form/group.tsx'), source('shell/footer.tsx'), REACT], []],
  [source('pages/completion.tsx')]: [[source('form/group.tsx'), source('ui/seal.tsx'), source('shell/footer.tsx')], []],
  [source('auth/login.tsx')]: [[source('auth/auth-card.tsx'), source('shell/footer.tsx')], []],
  [source('auth/signup.tsx')]: [[source('auth/auth-card.tsx')], []],
};

test.each([
  ['what the page begins with', 'app/router.tsx', 'app'],
  ['what two pages of the form need', 'form/group.tsx', 'form'],
  ['the root of the form pages', 'pages/form-root.tsx', 'form'],
  ['what two cards need', 'auth/auth-card.tsx', 'cards'],
  ['what form pages and cards need', 'shell/footer.tsx', 'app'],
  ['a page itself', 'pages/about.tsx', null],
  ['what one page alone needs', 'ui/seal.tsx', null],
] as const)('%s: %s goes into the chunk %s', (_, path, chunk) => {
  expect(nameOf(source(path))).toBe(chunk);
});

test('a library is part of the framework when the page begins with it, else it is fetched when it is needed', () => {
  expect([nameOf(REACT), nameOf(RADIX)]).toEqual(['framework', null]);
});

function nameOf(id: string): string | null {
  return createChunkNames()(id, {
    getModuleInfo: (module) => {
      const [importedIds = [], dynamicallyImportedIds = []] = GRAPH[module] ?? [];
      return { importedIds, dynamicallyImportedIds };
    },
  });
}
