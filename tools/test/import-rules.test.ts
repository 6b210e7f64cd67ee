import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const program = path.join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const config = path.join(projectRoot, '.dependency-cruiser.mjs');

/** A small tree in which every file is there; tests add the imports. */
const FILES = [
  'packages/application-form/src/index.ts',
  'packages/application-form/src/testing.ts',
  'packages/application-form/src/engine/validate.ts',
  'packages/application-form/src/form/application.ts',
  'packages/api-contract/src/index.ts',
  'partners/larkmoor.ts',
  'apps/web/src/main.tsx',
  'apps/web/src/ui/button.tsx',
  'apps/web/src/api/client.ts',
  'apps/web/src/answers/answer-store.ts',
  'apps/web/src/form/form-renderer.tsx',
  'apps/web/src/tabs/tabs.tsx',
  'apps/web/src/session/snapshot.ts',
  'apps/web/src/pages/form-page.tsx',
  'apps/web/src/auth/login.tsx',
  'apps/web/src/shell/header.tsx',
  'apps/web/src/flows/page-change.ts',
  'apps/web/src/autosave/autosave.ts',
  'apps/web/src/app/create-app-services.ts',
  'apps/server/src/server.ts',
  'apps/server/src/db/database.ts',
  'apps/server/src/modules/answers/service.ts',
  'apps/server/src/modules/answers/repository.ts',
  'apps/server/src/modules/answers/routes.ts',
  'apps/server/src/modules/profile/service.ts',
  'apps/server/src/jobs/send-mail.handler.ts',
  'apps/server/src/testing/app.ts',
  'e2e/walk.e2e.ts',
];

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
}

/** Writes the tree, in which each file imports what is listed for it, and reads it with the project's rules. */
function violations(imports: readonly (readonly [from: string, to: string])[]): readonly Violation[] {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-imports-')));
  try {
    for (const file of new Set([...FILES, ...imports.map(([from]) => from)])) {
      const lines = imports.filter(([from]) => from === file).map(([, to]) => `import '${specifier(file, to)}';`);
      fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), [...lines, 'export {};', ''].join('\n'));
    }
    const args = [program, '--config', config, '--output-type', 'json', 'apps', 'packages', 'partners', 'e2e'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const { summary } = JSON.parse(stdout);
    expect(summary.totalCruised).toBeGreaterThanOrEqual(FILES.length);
    return summary.violations;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function specifier(from: string, to: string): string {
  if (to.startsWith('node:')) return to;
  const relative = path.relative(path.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

const REFUSED: readonly (readonly [string, string])[] = [
  ['packages/application-form/src/engine/validate.ts', 'packages/application-form/src/form/application.ts'],
  ['packages/application-form/src/engine/validate.ts', 'node:fs'],
  ['packages/application-form/src/form/application.ts', 'partners/larkmoor.ts'],
  ['packages/api-contract/src/index.ts', 'apps/server/src/server.ts'],
  ['partners/larkmoor.ts', 'packages/api-contract/src/index.ts'],
  ['apps/web/src/ui/button.tsx', 'apps/web/src/form/form-renderer.tsx'],
  ['apps/web/src/ui/button.tsx', 'packages/application-form/src/index.ts'],
  ['apps/web/src/answers/answer-store.ts', 'apps/web/src/api/client.ts'],
  ['apps/web/src/form/form-renderer.tsx', 'apps/web/src/pages/form-page.tsx'],
  ['apps/web/src/tabs/tabs.tsx', 'apps/web/src/session/snapshot.ts'],
  ['apps/web/src/pages/form-page.tsx', 'apps/server/src/server.ts'],
  ['apps/web/src/pages/form-page.tsx', 'partners/larkmoor.ts'],
  ['apps/web/src/session/snapshot.ts', 'node:crypto'],
  ['apps/web/src/pages/form-page.tsx', 'apps/web/src/app/create-app-services.ts'],
  ['apps/web/src/auth/login.tsx', 'apps/web/src/pages/form-page.tsx'],
  ['apps/web/src/shell/header.tsx', 'apps/web/src/auth/login.tsx'],
  ['apps/web/src/flows/page-change.ts', 'apps/web/src/shell/header.tsx'],
  ['apps/web/src/session/snapshot.ts', 'apps/web/src/flows/page-change.ts'],
  ['apps/web/src/autosave/autosave.ts', 'apps/web/src/session/snapshot.ts'],
  ['apps/server/src/modules/profile/service.ts', 'apps/server/src/modules/answers/repository.ts'],
  ['apps/server/src/modules/profile/service.ts', 'apps/web/src/answers/answer-store.ts'],
  ['apps/server/src/jobs/send-mail.handler.ts', 'apps/server/src/modules/answers/routes.ts'],
  ['apps/server/src/db/database.ts', 'apps/server/src/modules/answers/service.ts'],
  ['apps/server/src/server.ts', 'apps/server/src/testing/app.ts'],
  ['apps/server/src/server.ts', 'packages/application-form/src/testing.ts'],
  ['apps/web/src/tabs/tabs.test.tsx', 'apps/server/src/server.ts'],
  ['packages/application-form/src/engine/validate.test.ts', 'apps/server/src/server.ts'],
  ['e2e/walk.e2e.ts', 'apps/web/src/main.tsx'],
  ['apps/web/src/ui/button.tsx', 'apps/web/src/ui/not-there.ts'],
];

const ALLOWED: readonly (readonly [string, string])[] = [
  ['packages/application-form/src/form/application.ts', 'packages/application-form/src/engine/validate.ts'],
  ['packages/application-form/src/index.ts', 'packages/application-form/src/form/application.ts'],
  ['apps/web/src/main.tsx', 'partners/larkmoor.ts'],
  ['apps/web/src/form/form-renderer.tsx', 'apps/web/src/answers/answer-store.ts'],
  ['apps/web/src/pages/form-page.tsx', 'apps/web/src/tabs/tabs.tsx'],
  ['apps/web/src/app/create-app-services.ts', 'apps/web/src/pages/form-page.tsx'],
  ['apps/web/src/shell/header.tsx', 'apps/web/src/autosave/autosave.ts'],
  ['apps/server/src/modules/profile/service.ts', 'apps/server/src/modules/answers/service.ts'],
  ['apps/server/src/modules/answers/service.ts', 'apps/server/src/modules/answers/repository.ts'],
  ['apps/server/src/jobs/send-mail.handler.ts', 'apps/server/src/modules/answers/service.ts'],
  ['apps/server/src/server.ts', 'node:http'],
  ['e2e/walk.e2e.ts', 'packages/application-form/src/testing.ts'],
];

test.each(REFUSED)('%s may not import %s', (from, to) => {
  expect(violations([[from, to]]).some((violation) => violation.from === from)).toBe(true);
});

test('what the table allows passes', () => {
  expect(violations(ALLOWED)).toEqual([]);
});

test('two files may not import each other, not even a type', () => {
  const [one, other] = ['apps/web/src/ui/button.tsx', 'apps/web/src/ui/dialog.tsx'];
  const found = violations([
    [one, other],
    [other, one],
  ]);
  expect(found.map(({ rule }) => rule.name)).toContain('no-circle');
});
