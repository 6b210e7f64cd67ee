import { z } from 'zod';
import { chooseSample } from './sample.ts';

/** Which defects of a part are tried: a random sample, or some that are named. */
export const defectChoice = z.union([
  z.object({ size: z.int().positive(), seed: z.int() }),
  z.object({ names: z.array(z.string()) }),
]);
export type DefectChoice = z.infer<typeof defectChoice>;

/** Why Stryker says that a defect was left out. */
export const LEFT_OUT = 'not chosen';

const options = z.object({ defectChoice });
const position = z.object({ line: z.number(), column: z.number() });
const defect = z.object({
  id: z.string(),
  fileName: z.string(),
  mutatorName: z.string(),
  replacement: z.string(),
  location: z.object({ start: position, end: position }),
});
type Defect = z.infer<typeof defect>;

/** What tells a defect from every other one of its part. */
export function nameDefect({ fileName, mutatorName, replacement, location }: Omit<Defect, 'id'>): string {
  const { start, end } = location;
  return `${fileName}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`;
}

/**
 * A checker of Stryker, which is asked about each defect before any test runs: it lets the chosen ones through. Stryker
 * asks for groups first, with all the defects of the part at once.
 */
class DefectFilter {
  static readonly inject = ['options'] as const;
  readonly #choice: DefectChoice;
  #chosen: ReadonlySet<string> = new Set();

  constructor(given: unknown) {
    this.#choice = options.parse(given).defectChoice;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  group(given: unknown): Promise<string[][]> {
    const defects = z.array(defect).parse(given);
    const choice = this.#choice;
    this.#chosen =
      'names' in choice ? new Set(choice.names) : chooseSample(defects.map(nameDefect), choice.size, choice.seed);
    return Promise.resolve([defects.map(({ id }) => id)]);
  }

  check(given: unknown): Promise<Record<string, { status: string; reason?: string }>> {
    const results = z
      .array(defect)
      .parse(given)
      .map((one): [string, { status: string; reason?: string }] => [
        one.id,
        this.#chosen.has(nameDefect(one)) ? { status: 'passed' } : { status: 'compileError', reason: LEFT_OUT },
      ]);
    return Promise.resolve(Object.fromEntries(results));
  }
}

/** The name by which Stryker looks a plugin up. */
export const strykerPlugins = [{ kind: 'Checker', name: 'chosen', injectableClass: DefectFilter }];
