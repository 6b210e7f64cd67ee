/** A part of the product whose tests are tried with small defects. */
export interface Part {
  /** Files that get the defects, as patterns from the root of the project. */
  readonly mutate: readonly string[];
  /** The tests that have to notice: those near the part, so that one defect costs seconds. */
  readonly tests: readonly string[];
  /** Whether its tests need a PostgreSQL. */
  readonly needsDatabase: boolean;
}

/** Patterns that keep tests and what only they use from getting defects. */
export const NO_TESTS = ['test', 'types', 'testing'].map((ending) => `!**/*.${ending}.ts`);
const filesIn = (folder: string): readonly string[] => [`${folder}/**/*.ts`, ...NO_TESTS];

/**
 * Tests of the form itself, without its generated answers, which would run for seconds for each defect, and without those
 * that change the zone of their process, which a thread cannot.
 */
const FORM_TESTS = ['{packages/form-engine,forms/freshman}/**/!(properties|time-zones).test.ts'];
const ENGINE = 'packages/form-engine/src';
const formPart = (mutate: readonly string[]): Part => ({ mutate, tests: FORM_TESTS, needsDatabase: false });
const serverModule = (name: string, ...more: readonly string[]): Part => ({
  mutate: filesIn(`apps/server/src/modules/${name}`),
  tests: [name, ...more].map((module) => `apps/server/src/modules/${module}/**/*.test.ts`),
  needsDatabase: true,
});

/** What `npm run test:mutation -- <part> …` can be asked for; all of them without a name. */
export const PARTS: Readonly<Record<string, Part>> = {
  engine: formPart([...filesIn(ENGINE), `!${ENGINE}/rules.ts`]),
  rules: formPart([`${ENGINE}/rules.ts`]),
  session: {
    mutate: filesIn('apps/web/src/session'),
    tests: ['apps/web/src/{session,app,flows,shell}/**/!(*.browser).test.{ts,tsx}'],
    needsDatabase: false,
  },
  'server-session': {
    mutate: filesIn('apps/server/src/modules/accounts/session'),
    tests: [
      'accounts/session/session',
      'accounts/identity/{login,reset}',
      'application/row/access',
      'operations/retention/retention',
    ].map((file) => `apps/server/src/modules/${file}.test.ts`),
    needsDatabase: true,
  },
  answers: serverModule('application/answers', 'application/submission'),
  submission: serverModule('application/submission', 'application/row'),
  identity: serverModule('accounts/identity', 'accounts/throttle'),
  documents: serverModule('documents/uploads'),
  terms: {
    mutate: ['packages/partner-config/src/terms.ts'],
    tests: [
      'packages/partner-config/src/*.test.ts',
      'apps/server/src/modules/{reference/calendar,application/submission,reference/reminders}/**/*.test.ts',
    ],
    needsDatabase: true,
  },
  reminders: serverModule('reference/reminders'),
  throttle: {
    mutate: filesIn('apps/server/src/modules/accounts/throttle'),
    tests: [
      'accounts/throttle/*',
      'accounts/identity/{login,login-limits,limits,mail-limits}',
      'office/person/*',
      'operations/retention/*',
    ].map((file) => `apps/server/src/modules/${file}.test.ts`),
    needsDatabase: true,
  },
  export: {
    mutate: [...filesIn('apps/server/src/modules/office/export'), 'apps/server/src/operator/{export,export-folder}.ts'],
    tests: ['apps/server/src/modules/office/export/**/*.test.ts', 'apps/server/src/operator/export*.test.ts'],
    needsDatabase: true,
  },
  backup: {
    mutate: [
      ...filesIn('apps/server/src/db/backup'),
      'apps/server/src/operator/{backup,backup-manifest,restore,stored-files}.ts',
    ],
    tests: ['apps/server/src/db/backup/*.test.ts', 'apps/server/src/operator/backup*.test.ts'],
    needsDatabase: true,
  },
  pdf: {
    ...serverModule('documents/pdf'),
    tests: [
      'modules/documents/pdf/**/*.test.ts',
      'operator/packet.test.ts',
      'modules/application/submission/snapshot.test.ts',
    ].map((file) => `apps/server/src/${file}`),
  },
  plugins: {
    mutate: filesIn('apps/server/src/plugins'),
    tests: ['apps/server/src/plugins/**/*.test.ts', 'apps/server/src/{drain,server}.test.ts'],
    needsDatabase: true,
  },
  web: {
    mutate: [
      // Other rooms, and what draws, have their tests in the browser.
      'apps/web/src/{answers,api,autosave,flows}/**/!(*hooks|queries|use-*).ts',
      ...NO_TESTS,
    ],
    tests: ['apps/web/src/**/!(*.browser).test.{ts,tsx}'],
    needsDatabase: false,
  },
};

/** The part of this name; an error that lists the names when there is none. */
export function findPart(name: string): Part {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`There is no part "${name}". Choose from ${Object.keys(PARTS).join(', ')}.`);
  return part;
}
