import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const config = path.join(root, '.dependency-cruiser.mjs');

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

/** As in the stage 'imports'. */
const ROOTS = ['apps', 'packages', 'forms', 'partners', 'e2e', 'checks', 'tools'];

/** Writes a tree of files with these imports, and checks it by the project's rules. */
function violations(
  imports: readonly (readonly [from: string, to: string])[],
  keyword = 'import',
): readonly Violation[] {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-imports-')));
  try {
    for (const file of new Set([...FILES, ...imports.map(([from]) => from)])) {
      const lines = imports.filter(([from]) => from === file).map(([, to]) => `${keyword} '${specifier(file, to)}';`);
      fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), [...lines, 'export {};', ''].join('\n'));
    }
    const args = [program, '--config', config, '--output-type', 'json', ...ROOTS];
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

const ANSWERS = 'apps/server/src/modules/application/answers/service.ts';
const ANSWERS_REPOSITORY = 'apps/server/src/modules/application/answers/repository.ts';

/** A file and what it may not import: for each kind of rule, and for each side of the product. */
const REFUSED = [
  // What no row of the table allows.
  ['packages/form-engine/src/validate.ts', 'forms/freshman/src/application.ts'],
  ['partners/larkmoor/partner.ts', 'packages/api-contract/src/call.ts'],
  ['packages/document-converter/src/converter.ts', 'apps/server/src/db/database.ts'],
  ['apps/web/src/pages/form-page.tsx', 'apps/server/src/programs/server.ts'],
  ['apps/web/src/tabs/tabs.tsx', 'apps/web/src/session/snapshot.ts'],
  ['apps/office/src/list/list-page.tsx', 'apps/office/src/numbers/charts.tsx'],
  ['apps/server/src/programs/server.ts', 'forms/freshman/src/index.ts'],
  ['e2e/walk.e2e.ts', 'apps/web/src/main.tsx'],
  ['checks/faults/save.ts', 'apps/server/src/programs/server.ts'],
  ['tools/bootstrap/launch.mjs', 'apps/server/src/config/config.ts'],
  // What a row allows, but for its exception.
  ['apps/server/src/modules/application/progress/service.ts', ANSWERS_REPOSITORY],
  ['apps/server/src/modules/mail/send-mail.handler.ts', ANSWERS_REPOSITORY],
  ['checks/load/pdf.ts', ANSWERS_REPOSITORY],
  // Up, which every circle of rooms does somewhere.
  ['apps/server/src/db/database.ts', ANSWERS],
  ['apps/server/src/modules/accounts/identity/login.ts', ANSWERS],
  [ANSWERS, 'apps/server/src/modules/office/list/service.ts'],
  ['apps/server/src/another-room/file.ts', 'apps/server/src/process/durations.ts'],
  ['apps/web/src/session/snapshot.ts', 'node:crypto'],
  ['apps/web/src/tabs/tabs.test.tsx', 'apps/server/src/programs/server.ts'],
  ['apps/server/src/programs/server.ts', 'apps/server/src/testing/app.ts'],
  ['packages/ui/src/button.tsx', 'packages/ui/src/not-there.ts'],
] as const;

/** A small tree with every file of the list. */
const FILES = [...new Set<string>(REFUSED.flat())].filter((file) => !/^node:|not-there/.test(file));

test('what the table does not allow is refused', () => {
  const found = violations(REFUSED).filter(({ rule }) => rule.name !== 'no-circle');
  const isFound = ([from, to]: (typeof REFUSED)[number]) =>
    found.some((item) => item.from === from && item.to.endsWith(path.basename(to.replace(/^node:/, ''))));
  expect(REFUSED.filter((imported) => !isFound(imported))).toEqual([]);
});

test('two files that need each other, also by a type alone, are refused', () => {
  const imports = [
    [ANSWERS, ANSWERS_REPOSITORY],
    [ANSWERS_REPOSITORY, ANSWERS],
  ] as const;
  expect(violations(imports, 'import type { X } from').map(({ rule }) => rule.name)).toContain('no-circle');
});
