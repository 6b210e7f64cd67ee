import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const NOT_SOURCES = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '__screenshots__']);
const HIDDEN_SOURCES = new Set(['.ci', '.dependency-cruiser.mjs', '.gitignore']);
const TEXT = /[.](c?[jt]sx?|mjs|mts|json|sql|css|html|svg|md|sh)$|^run$/;

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name) && (!name.startsWith('.') || HIDDEN_SOURCES.has(name)))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(file);
      return entry.isFile() && TEXT.test(entry.name) && entry.name !== 'package-lock.json' ? [file] : [];
    })
    .sort();
}

/** Every text file of the project, relative to its root. Doesn't use git, which refuses folders of another user. */
export const sourceFiles: readonly string[] = filesIn('');

export const readSource = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

export interface SourceLine {
  /** `file:line` */
  readonly at: string;
  readonly text: string;
}

export const linesOf = (files: readonly string[]): readonly SourceLine[] =>
  files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .map((text, index) => ({ at: `${file}:${index + 1}`, text })),
  );

/** Whether a line is a comment alone. */
export const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);

/** A line as a failing test shows it. */
export const shown = ({ at, text }: SourceLine): string => `${at} ${text.trim().slice(0, 120)}`;
