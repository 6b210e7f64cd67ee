import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createChunkNames } from './chunk-names.ts';

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const REACT = '/node_modules/react/index.js';
const RADIX = '/node_modules/radix/toast.js';
const ZOD = '/node_modules/zod/v4/mini/index.js';
const QUERY = '/node_modules/@tanstack/query-core/index.js';
const CONTRACT = '/packages/api-contract/src';

/** The static and dynamic imports of each module. */
const GRAPH: Readonly<Record<string, readonly [now: readonly string[], later: readonly string[]]>> = {
  [source('main.tsx')]: [[source('app/router.tsx')], []],
  [source('app/router.tsx')]: [
    [REACT, `${CONTRACT}/errors.ts`],
    [
      'pages/form-root.tsx',
      'pages/form-page.tsx',
      'pages/completion.tsx',
      'pages/review-page.tsx',
      'pages/help.tsx',
      'auth/login.tsx',
      'auth/signup.tsx',
    ]
      .map(source)
      .concat(RADIX),
  ],
  [`${CONTRACT}/identity.ts`]: [[ZOD], []],
  [source('pages/form-page.tsx')]: [[source('form/group.tsx'), source('ui/field.tsx'), REACT], []],
  [source('pages/help.tsx')]: [[source('shell/header.tsx')], []],
  [source('pages/completion.tsx')]: [[source('shell/header.tsx'), source('ui/seal.tsx'), source('api/queries.ts')], []],
  [source('pages/review-page.tsx')]: [[source('api/queries.ts')], []],
  [source('api/queries.ts')]: [[QUERY, REACT], []],
  [source('auth/login.tsx')]: [
    [source('auth/auth-card.tsx'), source('ui/field.tsx'), `${CONTRACT}/identity-rules.ts`, `${CONTRACT}/identity.ts`],
    [],
  ],
  [source('auth/signup.tsx')]: [[source('auth/auth-card.tsx'), `${CONTRACT}/identity-rules.ts`], []],
};

test.each([
  ['what the page begins with', 'app/router.tsx', 'app'],
  ['what two pages of a room need, but no root', 'shell/header.tsx', null],
  ['a root of a room', 'pages/form-root.tsx', 'form'],
  ['what a root needs', 'form/group.tsx', 'form'],
  ['what two cards need', 'auth/auth-card.tsx', 'cards'],
  ['what pages and cards need', 'ui/field.tsx', 'app'],
  ['a page itself', 'pages/completion.tsx', null],
  ['what one page alone needs', 'ui/seal.tsx', null],
] as const)('%s: %s goes into the chunk %s', (_, path, chunk) => {
  expect(nameOf(source(path))).toBe(chunk);
});

test('a library is part of the framework when the page begins with it, else it is fetched when it is needed', () => {
  expect([nameOf(REACT), nameOf(RADIX)]).toEqual(['framework', null]);
});

test('the queries are in their own chunk, with their library: two later pages need it, and no first page does', () => {
  expect([source('api/queries.ts'), QUERY, REACT].map(nameOf)).toEqual(['queries', 'queries', 'framework']);
});

test('each part of the contract is in the chunk that needs it: the first page, the cards, or its own part', () => {
  const modules = [`${CONTRACT}/errors.ts`, `${CONTRACT}/identity-rules.ts`, `${CONTRACT}/identity.ts`, ZOD];
  expect(modules.map(nameOf)).toEqual(['app', 'cards', null, null]);
});

function nameOf(id: string): string | null {
  return createChunkNames()(id, {
    getModuleInfo: (module) => {
      const [importedIds = [], dynamicallyImportedIds = []] = GRAPH[module] ?? [];
      return { importedIds, dynamicallyImportedIds };
    },
  });
}
