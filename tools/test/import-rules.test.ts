import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
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
const ANSWERS_ROUTES = 'apps/server/src/modules/application/answers/routes.ts';
const PROGRESS = 'apps/server/src/modules/application/progress/service.ts';
const LOG_IN = 'apps/server/src/modules/accounts/identity/login.ts';
const LIST = 'apps/server/src/modules/office/list/service.ts';
const SEND_MAIL = 'apps/server/src/modules/mail/send-mail.handler.ts';

/** Each row is a file and what it imports. */
const pairs = (rows: readonly (readonly [from: string, ...to: string[]])[]) =>
  rows.flatMap(([from, ...imported]) => imported.map((to) => [from, to] as const));

const REFUSED = pairs([
  ['packages/form-engine/src/validate.ts', 'forms/freshman/src/application.ts', 'node:fs'],
  ['forms/freshman/src/application.ts', 'partners/larkmoor/partner.ts'],
  ['packages/partner-config/src/index.ts', 'forms/freshman/src/index.ts'],
  ['apps/server/src/programs/server.ts', 'forms/freshman/src/index.ts', 'packages/document-converter/src/deadline.ts'],
  [
    'apps/server/src/programs/server.ts',
    'apps/server/src/testing/app.ts',
    'packages/form-engine/src/testing/english-form.ts',
  ],
  ['apps/web/src/pages/form-page.tsx', 'forms/freshman/src/index.ts', 'apps/server/src/programs/server.ts'],
  ['apps/web/src/pages/form-page.tsx', 'partners/larkmoor/partner.ts', 'apps/web/src/app/create-app-services.ts'],
  ['packages/api-contract/src/call.ts', 'apps/server/src/programs/server.ts'],
  ['partners/larkmoor/partner.ts', 'packages/api-contract/src/call.ts'],
  ['packages/document-converter/src/converter.ts', 'apps/server/src/db/database.ts'],
  ['packages/document-converter/src/converter.ts', 'packages/form-engine/src/index.ts'],
  ['packages/processes/src/is-alive.ts', 'packages/api-contract/src/call.ts'],
  ['packages/school-search/src/find-schools.ts', 'apps/server/src/db/database.ts', 'packages/api-contract/src/call.ts'],
  ['apps/server/src/db/database.ts', 'packages/school-search/src/find-schools.ts'],
  ['apps/server/src/db/database.ts', 'packages/document-converter/src/converter.ts', ANSWERS],
  ['apps/server/src/db/database.ts', 'apps/server/src/programs/server.ts'],
  ['apps/web/src/answers/answer-store.ts', 'packages/school-search/src/find-schools.ts'],
  ['apps/web/src/answers/answer-store.ts', 'packages/processes/src/is-alive.ts', 'apps/web/src/api/client.ts'],
  ['packages/ui/src/button.tsx', 'apps/web/src/form/form-renderer.tsx', 'packages/form-engine/src/index.ts'],
  ['packages/ui/src/button.tsx', 'packages/ui/src/not-there.ts'],
  ['apps/web/src/form/form-renderer.tsx', 'apps/web/src/pages/form-page.tsx'],
  ['apps/web/src/tabs/tabs.tsx', 'apps/web/src/session/snapshot.ts'],
  ['apps/web/src/session/snapshot.ts', 'node:crypto', 'apps/web/src/flows/page-change.ts'],
  ['apps/web/src/auth/login.tsx', 'apps/web/src/pages/form-page.tsx'],
  ['apps/web/src/shell/header.tsx', 'apps/web/src/auth/login.tsx'],
  ['apps/web/src/flows/page-change.ts', 'apps/web/src/shell/header.tsx'],
  ['apps/web/src/autosave/autosave.ts', 'apps/web/src/session/snapshot.ts'],
  ['apps/office/src/list/list-page.tsx', 'apps/office/src/app/router.tsx', 'apps/office/src/numbers/charts.tsx'],
  ['apps/office/src/list/list-page.tsx', 'apps/web/src/api/client.ts'],
  ['apps/office/src/shared/queries.ts', 'apps/office/src/list/list-page.tsx', 'apps/office/src/app/router.tsx'],
  ['apps/helper/src/calls.ts', 'apps/web/src/api/client.ts', 'packages/form-reading/src/read-page.tsx'],
  [PROGRESS, ANSWERS_REPOSITORY, 'apps/web/src/answers/answer-store.ts'],
  [SEND_MAIL, ANSWERS_ROUTES, ANSWERS_REPOSITORY, 'apps/server/src/db/database.ts'],
  ['apps/server/src/jobs/all-jobs.ts', ANSWERS],
  [ANSWERS, SEND_MAIL, 'apps/server/src/programs/app.ts'],
  [ANSWERS_ROUTES, 'apps/server/src/programs/all-modules.ts'],
  ['apps/server/src/adapters/mailer.ts', 'apps/server/src/jobs/all-jobs.ts', 'apps/server/src/programs/app.ts'],
  [
    'apps/server/src/plugins/session.ts',
    ANSWERS,
    'apps/server/src/programs/app.ts',
    'apps/server/src/modules/module.ts',
  ],
  ['apps/server/src/config/config.ts', 'apps/server/src/db/database.ts'],
  // Each of these reaches up, which every circle of rooms does somewhere.
  [LOG_IN, ANSWERS],
  [ANSWERS, LIST, 'apps/server/src/modules/copies/pdf/service.ts'],
  ['apps/server/src/modules/audit/service.ts', LOG_IN, LIST],
  ['apps/server/src/modules/dependencies.ts', LOG_IN],
  ['apps/server/src/another-room/file.ts', 'apps/server/src/process/durations.ts'],
  ['apps/server/src/db/database.ts', 'apps/server/src/plugins/session.ts'],
  ['apps/server/src/operator/applications.ts', ANSWERS_REPOSITORY, 'apps/server/src/programs/app.ts'],
  ['apps/web/src/tabs/tabs.test.tsx', 'apps/server/src/programs/server.ts'],
  ['packages/form-engine/src/validate.test.ts', 'apps/server/src/programs/server.ts'],
  ['e2e/walk.e2e.ts', 'apps/web/src/main.tsx'],
  ['checks/faults/save.ts', 'apps/server/src/programs/server.ts'],
  ['checks/load/pdf.ts', 'apps/web/src/main.tsx', 'apps/server/src/programs/server.ts', ANSWERS_REPOSITORY],
  ['checks/load/pdf.ts', 'apps/server/src/operator/applications.ts'],
  ['tools/bootstrap/launch.mjs', 'apps/server/src/config/config.ts'],
  ['tools/start/supervisor.ts', ANSWERS, 'apps/server/src/programs/app.ts'],
]);

const ALLOWED = pairs([
  ['forms/freshman/src/application.ts', 'packages/form-engine/src/index.ts'],
  ['partners/larkmoor/partner.ts', 'forms/freshman/src/index.ts'],
  ['apps/web/src/main.tsx', 'partners/larkmoor/partner.ts'],
  ['apps/web/src/form/form-renderer.tsx', 'apps/web/src/answers/answer-store.ts'],
  ['apps/web/src/pages/form-page.tsx', 'apps/web/src/tabs/tabs.tsx'],
  ['apps/web/src/app/create-app-services.ts', 'apps/web/src/pages/form-page.tsx'],
  ['apps/web/src/shell/header.tsx', 'apps/web/src/autosave/autosave.ts'],
  ['apps/office/src/app/router.tsx', 'apps/office/src/list/list-page.tsx', 'apps/office/src/shared/queries.ts'],
  ['apps/office/src/list/list-page.tsx', 'apps/office/src/shared/queries.ts'],
  [PROGRESS, ANSWERS],
  [ANSWERS, ANSWERS_REPOSITORY, 'apps/server/src/jobs/all-jobs.ts'],
  [SEND_MAIL, 'apps/server/src/modules/mail/service.ts'],
  [ANSWERS_ROUTES, 'apps/server/src/modules/module.ts'],
  [ANSWERS, LOG_IN, 'apps/server/src/modules/audit/service.ts'],
  [LIST, ANSWERS, LOG_IN],
  ['apps/server/src/operator/applications.ts', ANSWERS],
  ['apps/server/src/plugins/session.ts', 'apps/server/src/config/config.ts'],
  [
    'apps/server/src/programs/server.ts',
    'apps/server/src/programs/app.ts',
    'node:http',
    'packages/document-converter/src/converter.ts',
  ],
  ['packages/document-converter/src/converter.ts', 'packages/processes/src/is-alive.ts'],
  ['packages/processes/src/is-alive.ts', 'node:child_process'],
  ['packages/school-search/src/import/read-file.ts', 'node:fs'],
  ['packages/school-search/src/school-text.ts', 'packages/form-engine/src/lists/states.ts'],
  ['apps/server/src/modules/reference/lookup/service.ts', 'packages/school-search/src/find-schools.ts'],
  ['checks/faults/save.ts', 'e2e/support/people.ts'],
  ['checks/load/pdf.ts', 'apps/server/src/programs/app.ts'],
  ['tools/start/supervisor.ts', 'apps/server/src/config/config.ts'],
  ['e2e/walk.e2e.ts', 'packages/form-engine/src/testing/english-form.ts'],
]);

/** A small tree with every file of the lists. */
const FILES = [...new Set([...REFUSED, ...ALLOWED].flat())].filter((file) => !/^node:|not-there/.test(file));

describe('what the table does not allow is refused', () => {
  let found: readonly Violation[] = [];
  // All at once: the program takes seconds to start.
  beforeAll(() => {
    found = violations(REFUSED).filter(({ rule }) => rule.name !== 'no-circle');
  }, 60_000);

  test.each(REFUSED)('%s may not import %s', (from, to) => {
    const target = to.replace(/^node:/, '');
    expect(found.some((item) => item.from === from && item.to.endsWith(path.basename(target)))).toBe(true);
  });
});

test.each(['import', 'import type { X } from'])('two files that need each other by "%s" are refused', (keyword) => {
  const imports = [
    [ANSWERS, ANSWERS_REPOSITORY],
    [ANSWERS_REPOSITORY, ANSWERS],
  ] as const;
  expect(violations(imports, keyword).map(({ rule }) => rule.name)).toContain('no-circle');
});

test('what the table allows passes', () => {
  expect(violations(ALLOWED)).toEqual([]);
});
