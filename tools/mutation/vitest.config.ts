import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import server from '../../apps/server/vitest.config.ts';
import everything from '../../vitest.config.ts';
import { findPart } from './parts.ts';

const part = findPart(process.env.MUTATION_PART ?? '');
const root = path.resolve(import.meta.dirname, '../..');
const isInline = (project: unknown): project is TestProjectInlineConfiguration =>
  typeof project === 'object' && project !== null && 'test' in project;

/**
 * The project's configuration, limited to the tests of one part. Stryker's own `testFiles` never activates mutants in code that
 * runs while a file is loaded (10.1.1).
 */
export default defineConfig({
  test: {
    projects: [{ ...server, root: path.join(root, 'apps/server') }, ...(everything.test?.projects ?? [])]
      .filter(isInline)
      .flatMap((project) => {
        const include = part.tests[String(project.test?.name)];
        return include ? [{ root, ...project, test: { ...project.test, include: [...include] } }] : [];
      }),
  },
});
