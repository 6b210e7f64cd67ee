/** A part of the product whose tests are tried with small defects. */
export interface Part {
  /** Files that get the defects, as patterns from the root of the project. */
  readonly mutate: readonly string[];
  /** The configuration of Vitest whose tests have to notice. */
  readonly config: 'pure' | 'server';
}

const NO_TESTS = ['test', 'types', 'testing'].map((ending) => `!**/*.${ending}.ts`);
const filesIn = (folder: string): readonly string[] => [`${folder}/**/*.ts`, ...NO_TESTS];
const serverModule = (name: string): Part => ({ mutate: filesIn(`apps/server/src/modules/${name}`), config: 'server' });

/** What `npm run test:mutation -- <part> …` can be asked for; all of them without a name. */
export const PARTS: Readonly<Record<string, Part>> = {
  engine: { mutate: filesIn('packages/application-form/src/engine'), config: 'pure' },
  rules: { mutate: filesIn('packages/application-form/src/form/rules'), config: 'pure' },
  session: { mutate: filesIn('apps/web/src/session'), config: 'pure' },
  answers: serverModule('answers'),
  submission: serverModule('submission'),
  identity: serverModule('identity'),
  documents: serverModule('documents'),
};
