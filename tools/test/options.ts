import { StartProblem } from '../bootstrap/start-problem.mjs';

const STAGE_NAMES = ['types', 'lint', 'imports', 'unit', 'e2e', 'pseudo', 'partners'] as const;

export type StageName = (typeof STAGE_NAMES)[number];

const isStageName = (name: string): name is StageName => STAGE_NAMES.some((known) => known === name);

/** Reads `--only=types,lint`; without it every stage runs. */
export function readOptions(args: readonly string[]): readonly StageName[] {
  let only: readonly StageName[] = STAGE_NAMES;
  for (const arg of args) {
    const [option, value = ''] = arg.split('=');
    if (option !== '--only')
      throw new StartProblem(`There is no option ${arg}. The only option is --only=${STAGE_NAMES.join(',')}`);
    const names = value.split(',');
    only = names.filter(isStageName);
    const unknown = names.find((name) => !isStageName(name));
    if (unknown !== undefined) {
      throw new StartProblem(`There is no stage "${unknown}". Choose from ${STAGE_NAMES.join(', ')}.`);
    }
  }
  return only;
}
