import { parseArgs } from 'node:util';
import { StartProblem } from '../bootstrap/start-problem.mjs';

/** What `npm test` runs: all that a change needs. */
const DAY = ['types', 'lint', 'imports', 'unit', 'walks'] as const;
/** What `npm run test:night` runs: the breadth. */
const NIGHT = ['slow-unit', 'night-walks', 'pseudo', 'partners'] as const;
const STAGE_NAMES = [...DAY, ...NIGHT] as const;

export type StageName = (typeof STAGE_NAMES)[number];

const isStageName = (name: string): name is StageName => STAGE_NAMES.some((known) => known === name);

/** Reads `--night`, or `--only=types,lint` of all stages; without options the day's stages run. */
export function readOptions(): readonly StageName[] {
  const { values } = parseArgs({ options: { night: { type: 'boolean' }, only: { type: 'string' } } });
  if (values.only === undefined) return values.night ? NIGHT : DAY;
  const names = values.only.split(',');
  const unknown = names.find((name) => !isStageName(name));
  if (unknown !== undefined)
    throw new StartProblem(`There is no stage "${unknown}". Choose from ${STAGE_NAMES.join(', ')}.`);
  return names.filter(isStageName);
}
