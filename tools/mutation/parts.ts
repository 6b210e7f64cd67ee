/** A part of the product for mutation testing. */
export interface Part {
  /** Files that get mutants, as patterns from the root of the project. */
  readonly mutate: readonly string[];
  /** The tests to run, by project of Vitest: only those near the part, so that a mutant takes seconds. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
  /** One mutant of this many is tried, about 150 in all. */
  readonly every: number;
}

const part = (every: number, files: readonly string[], tests: Part['tests']): Part => ({
  mutate: [...files, ...['test', 'types', 'testing'].map((ending) => `!**/*.${ending}.*`)],
  tests,
  every,
});
const serverPart = (every: number, files: readonly string[], tests: readonly string[]): Part =>
  part(
    every,
    files.map((file) => `apps/server/src/${file}.ts`),
    { server: tests.map((file) => `src/${file}.test.ts`) },
  );
const modulePart = (every: number, name: string, ...tests: readonly string[]): Part =>
  serverPart(
    every,
    [`modules/${name}/**/*`],
    (tests.length > 0 ? tests : [`${name}/**/*`]).map((file) => `modules/${file}`),
  );
/** Leaves out tests that generate answers, which take seconds, and one that starts processes. */
const formTests = { packages: ['{packages/form-engine,forms/freshman}/**/!(properties|time-zones).test.ts'] };
const PARTS: Readonly<Record<string, Part>> = {
  engine: part(8, ['packages/form-engine/src/**/*.ts', '!packages/form-engine/src/rules.ts'], formTests),
  rules: part(1, ['packages/form-engine/src/rules.ts'], formTests),
  terms: part(1, ['packages/partner-config/src/terms.ts'], { packages: ['packages/partner-config/src/*.test.ts'] }),
  session: part(3, ['apps/web/src/session/**/*.ts'], {
    web: ['apps/web/src/{session,app,flows,shell}/**/*.test.{ts,tsx}'],
    'web in the browser': ['apps/web/src/{session,app,flows,shell}/**/*.browser.test.tsx'],
  }),
  web: part(15, ['apps/web/src/{answers,api,autosave,flows}/**/*.ts'], { web: ['apps/web/src/**/*.test.{ts,tsx}'] }),
  'server-session': modulePart(
    1,
    'accounts/session',
    'accounts/session/session',
    'accounts/identity/{login,reset}',
    'application/row/access',
    'operations/retention/retention',
  ),
  answers: modulePart(2, 'application/answers', 'application/{answers,submission}/**/*'),
  submission: modulePart(1, 'application/submission', 'application/{submission,row}/**/*'),
  identity: modulePart(7, 'accounts/identity', 'accounts/{identity,throttle}/**/*', 'operations/retention/*'),
  documents: modulePart(8, 'application/uploads'),
  reminders: modulePart(1, 'reference/reminders'),
  throttle: modulePart(
    1,
    'accounts/throttle',
    'accounts/throttle/*',
    'accounts/identity/{login,login-limits,limits,mail-limits}',
    'office/person/*',
    'operations/retention/*',
  ),
  export: serverPart(
    5,
    ['modules/office/export/**/*', 'operator/{export,export-folder}'],
    ['modules/office/export/**/*', 'operator/export*'],
  ),
  pdf: serverPart(
    3,
    ['modules/copies/pdf/**/*'],
    ['modules/copies/pdf/**/*', 'operator/packet', 'modules/{application/submission/snapshot,office/person/person}'],
  ),
  plugins: serverPart(10, ['plugins/**/*'], ['plugins/**/*', 'programs/drain']),
};

/** Finds a part by name; throws an error that lists the names if there is none. */
export function findPart(name: string): Part {
  const named = PARTS[name];
  if (named === undefined) throw new Error(`There is no part "${name}". Choose from ${Object.keys(PARTS).join(', ')}.`);
  return named;
}
