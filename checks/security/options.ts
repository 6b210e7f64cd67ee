import { StartProblem } from '../../tools/bootstrap/start-problem.mjs';
import { POINTS } from './points.ts';

export interface SecurityOptions {
  /** The product to look at; without it one is started. */
  readonly baseUrl: string | undefined;
  readonly outbox: string | undefined;
  /** Points to look at; all when there is none. */
  readonly only: readonly string[];
}

const NAMES = ['--base-url', '--outbox', '--only'];

/** Reads `--base-url URL --outbox DIR --only B1,11.4`. Throws a sentence for whoever wrote something else. */
export function readSecurityOptions(args: readonly string[]): SecurityOptions {
  const values = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = [args[at], args[at + 1]];
    if (!NAMES.includes(name)) throw new StartProblem(`There is no option ${name}.`);
    if (value === undefined || value === '') throw new StartProblem(`${name} needs a value.`);
    values.set(name, value);
  }
  const [baseUrl, outbox] = [values.get('--base-url'), values.get('--outbox')];
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new StartProblem('--base-url must be a whole address, such as https://apply.example.edu.');
  }
  if (outbox !== undefined && baseUrl === undefined) {
    throw new StartProblem('--outbox goes with --base-url: without it the product is started here.');
  }
  const only = (values.get('--only') ?? '').split(',').filter(Boolean);
  const unknown = only.find((id) => !POINTS.some((point) => point.id === id));
  if (unknown !== undefined) throw new StartProblem(`There is no point "${unknown}".`);
  return { baseUrl, outbox, only };
}
