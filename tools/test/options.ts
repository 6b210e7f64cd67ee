import { StartProblem } from '../bootstrap/start-problem.mjs';

/** What `npm test` runs: all that a change needs. */
const DAY = ['types', 'lint', 'imports', 'unit', 'walks'] as const;
/** What `npm run test:night` runs: the breadth. */
const NIGHT = ['slow-unit', 'night-walks', 'pseudo', 'partners'] as const;
const STAGE_NAMES = [...DAY, ...NIGHT] as const;

export type StageName = (typeof STAGE_NAMES)[number];

const isStageName = (name: string): name is StageName => STAGE_NAMES.some((known) => known === name);

/** Reads `--night`, or `--only=types,lint` of all stages; without options the day's stages run. */
export function readOptions(args: readonly string[]): readonly StageName[] {
  let only: readonly StageName[] = DAY;
  for (const arg of args) {
    const [option, value = ''] = arg.split('=');
    if (arg === '--night') {
      only = NIGHT;
      continue;
    }
    if (option !== '--only')
      throw new StartProblem(`There is no option ${arg}. There are --night and --only=${STAGE_NAMES.join(',')}`);
    const names = value.split(',');
    only = names.filter(isStageName);
    const unknown = names.find((name) => !isStageName(name));
    if (unknown !== undefined) {
      throw new StartProblem(`There is no stage "${unknown}". Choose from ${STAGE_NAMES.join(', ')}.`);
    }
  }
  return only;
}
