import fs from 'node:fs';
import path from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '__screenshots__']);
const HIDDEN_SOURCES = new Set(['.ci', '.dependency-cruiser.mjs', '.gitignore']);
const TEXT = /[.](c?[jt]sx?|mjs|mts|json|sql|css|html|md|sh)$|^run$/;

/** Every text file of the project, relative to its root. Git is not asked: it refuses folders that somebody else owns. */
export function sourceFiles(root: string, folder = ''): string[] {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name) && (!name.startsWith('.') || HIDDEN_SOURCES.has(name)))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(root, file);
      return entry.isFile() && TEXT.test(entry.name) && entry.name !== 'package-lock.json' ? [file] : [];
    })
    .sort();
}
