import { indexForm } from '@firstyear/form-engine';
import {
  type Change,
  changesSince,
  describeDifference,
  migrationProblems,
  outlineOf,
  uncoveredDifferences,
} from '@firstyear/form-engine/releases';
import type { ServedForm } from '../config/served-forms.ts';
import { describeOtherSeasons, hashOf, listReleases } from '../modules/application/releases/service.ts';
import { countDraftsWith } from '../modules/application/row/listing.ts';
import type { OperatorDependencies } from './command.ts';
import { OperatorError } from './operator-error.ts';
import { counted } from './words.ts';

type Deps = Pick<OperatorDependencies, 'db' | 'forms'>;

/** The earlier names of a question and its choices, which drafts that weren't opened since still have. */
function earlierNames(changes: readonly Change[], key: string, choices: readonly string[]) {
  const [keys, values] = [new Set([key]), new Set(choices)];
  for (const { from, into, choices = {} } of changes.toReversed()) {
    if (!into.some((name) => keys.has(name))) continue;
    for (const name of from) keys.add(name);
    for (const [before, after] of Object.entries(choices)) if (values.has(after)) values.add(before);
  }
  return { keys: [...keys], values: [...values] };
}

async function checkOne({ db }: Deps, served: ServedForm): Promise<readonly string[]> {
  const [last] = await listReleases(db, served);
  const problems = migrationProblems(served.form);
  if (last?.hash === hashOf(served.form)) return [`${served.id}: this form is release ${last.number} already.`];
  if (!last) return [`${served.id}: this will be the first release.`, ...problems];
  const before = outlineOf(indexForm(last.definition, served.form.words));
  const earlier = (served.form.migrations ?? []).flatMap(({ changes }) => changes);
  const { changes } = changesSince(before, served.form);
  /** done: the changes before. */
  const countAnswers = async (done: readonly Change[], key: string, choices: readonly string[] = []) => {
    const { keys, values } = earlierNames(done, key, choices);
    const all = `${counted(await countDraftsWith(db, served, keys), 'draft')} answered it.`;
    if (choices.length === 0) return all;
    return `${all} Of these, ${await countDraftsWith(db, served, keys, values)} chose ${choices.join(' or ')}.`;
  };
  const lines: string[] = [];
  for (const [place, change] of changes.entries()) {
    const done = earlier.slice(0, earlier.length - changes.length + place);
    for (const key of change.from)
      lines.push(`${change.change} ${key}: ${await countAnswers(done, key, Object.keys(change.choices ?? {}))}`);
  }
  for (const difference of uncoveredDifferences(before, served.form))
    lines.push(`NOT WRITTEN  ${describeDifference(difference)} ${await countAnswers(earlier, difference.key)}`);
  const isChanged = lines.length > 0;
  return [
    `${served.id}: compared with release ${last.number}, ${isChanged ? 'this changes:' : 'nothing changes in meaning.'}`,
    ...lines,
    ...problems.map((problem) => `NOT WRITTEN  ${problem}`),
  ];
}

/** Reports how the installation's forms affect drafts, before they serve. Throws the report when a migration is missing. */
export async function checkRelease(deps: Deps): Promise<string> {
  const lines: string[] = [];
  for (const served of deps.forms.all) lines.push(...(await checkOne(deps, served)));
  lines.push(...(await describeOtherSeasons(deps.db, deps.forms)));
  if (lines.some((line) => line.startsWith('NOT WRITTEN'))) throw new OperatorError(lines.join('\n'));
  return lines.join('\n');
}
