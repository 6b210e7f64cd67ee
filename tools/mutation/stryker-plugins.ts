import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';

const mutant = z.object({
  id: z.string(),
  fileName: z.string(),
  mutatorName: z.string(),
  replacement: z.string(),
  location: z.unknown(),
});
const sampleOptions = z.object({ sample: z.object({ every: z.number().min(1), seed: z.string() }) });

/** A checker for Stryker that accepts one mutant of `every`, chosen by the hash of the seed and the mutant. */
export class Sample {
  static readonly inject = ['options'] as const;
  readonly #sample: z.infer<typeof sampleOptions>['sample'];

  constructor(options: unknown) {
    this.#sample = sampleOptions.parse(options).sample;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  check(mutants: unknown): Promise<Record<string, { status: string; reason: string }>> {
    const { every, seed } = this.#sample;
    const results: Record<string, { status: string; reason: string }> = {};
    for (const { id, fileName, ...rest } of z.array(mutant).parse(mutants)) {
      const hash = createHash('sha256')
        .update(JSON.stringify([seed, path.basename(fileName), rest]))
        .digest();
      const isChosen = hash.readUInt32BE() < 2 ** 32 / every;
      results[id] = { status: isChosen ? 'passed' : 'compileError', reason: 'not in the sample' };
    }
    return Promise.resolve(results);
  }
}

/** Code that gets no mutants, by its type in the syntax tree and its beginning, with the reason. */
const IGNORED: Readonly<Record<string, { readonly code: RegExp; readonly reason: string }>> = {
  CallExpression: { code: /^(?:\w+\.)*(?:log|console)\??\.\w+\(/, reason: 'A log line is for operators to read.' },
  ClassProperty: { code: /^override readonly name = /, reason: 'The name of an error class is for stack traces.' },
  NewExpression: { code: /^new Error\(/, reason: 'The message of a plain Error is for developers.' },
};
const nodePath = z.object({ node: z.object({ type: z.string() }) });

/** An ignorer for Stryker, which calls it with each node of the syntax tree; a node's string is its code. */
export class ForDevelopers {
  shouldIgnore(node: unknown): string | undefined {
    const ignored = IGNORED[nodePath.parse(node).node.type];
    return ignored?.code.test(String(node)) ? ignored.reason : undefined;
  }
}

/** The plugins by the names in Stryker's configuration. */
export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', injectableClass: Sample },
  { kind: 'Ignore', name: 'for-developers', injectableClass: ForDevelopers },
];
