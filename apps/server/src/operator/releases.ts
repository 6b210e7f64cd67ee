import { type FormDefinition, indexForm } from '@firstyear/form-engine';
import {
  type Change,
  describeDifference,
  type FormOutline,
  migrationProblems,
  outlineOf,
  removedKeys,
  sayDifference,
  uncoveredDifferences,
} from '@firstyear/form-engine/releases';
import { closingTime } from '@firstyear/partner-config';
import type { ServedForm } from '../config/served-forms.ts';
import { changesBetween } from '../modules/application/releases/history.ts';
import { hashOf, listReleases } from '../modules/application/releases/service.ts';
import { countDraftsByRelease, countDraftsWith } from '../modules/application/row/listing.ts';
import type { OperatorDependencies } from './command.ts';
import { OperatorError } from './operator-error.ts';
import { counted } from './words.ts';

type Deps = Pick<OperatorDependencies, 'db' | 'forms'>;
type CheckDeps = Pick<OperatorDependencies, 'db' | 'forms' | 'clock'>;

const outlineIn = (definition: FormDefinition, { form }: ServedForm): FormOutline =>
  outlineOf(indexForm(definition, form.words));
const idsOf = ({ migrations = [] }: FormDefinition) => migrations.map(({ id }) => id);

/** One line for each release: number, time, hash, and its new migrations. */
export async function reportReleases({ db, forms }: Deps): Promise<string> {
  const lines: string[] = [];
  for (const served of forms.all) {
    const releases = (await listReleases(db, served)).toReversed();
    for (const [place, { number, hash, released_at, definition }] of releases.entries()) {
      const before = new Set(releases.slice(0, place).flatMap((release) => idsOf(release.definition)));
      const added = idsOf(definition).filter((id) => !before.has(id));
      const serves = hash === hashOf(served.form) ? '  serves' : '';
      lines.push(
        `${served.id} ${number}  ${released_at.toISOString()}  ${hash}  ${added.join(', ')}${serves}`.trimEnd(),
      );
    }
  }
  return lines.length === 0 ? 'No form has been released yet.' : lines.join('\n');
}

/** The changes in meaning between two releases of the first form, and its new questions. */
export async function reportDifference({ db, forms }: Deps, from: number, to: number): Promise<string> {
  const served = forms.first;
  const releases = await listReleases(db, served);
  const find = (number: number): FormDefinition => {
    const release = releases.find((release) => release.number === number);
    if (!release) throw new OperatorError(`There is no release ${number}; "release list" prints them.`);
    return release.definition;
  };
  const read = (number: number) => indexForm(find(number), served.form.words);
  const { differences, changes, added } = changesBetween(read(from), read(to));
  const lines = [
    ...differences.map(sayDifference),
    ...changes.flatMap((item) => (item.change === 'renamed' ? [`The question ${item.from} is ${item.to} now.`] : [])),
    ...added.map((key) => `The question ${key} is new.`),
  ];
  return lines.length === 0 ? `Releases ${from} and ${to} ask for the same.` : lines.join('\n');
}

const drafts = (count: number) => counted(count, 'draft');

/** The earlier names of a question and its choices, which drafts that weren't opened since still have. */
function earlierNames(changes: readonly Change[], key: string, choices: readonly string[] = []) {
  const [keys, values] = [new Set([key]), new Set(choices)];
  for (const change of changes.toReversed()) {
    if (change.change === 'renamed' && keys.has(change.to)) keys.add(change.from);
    if (change.change === 'split' && change.into.some((key) => keys.has(key))) keys.add(change.from);
    if (change.change === 'joined' && keys.has(change.into)) for (const key of change.from) keys.add(key);
    if (change.change !== 'choice-replaced' || !keys.has(change.key)) continue;
    for (const [before, after] of Object.entries(change.choices)) if (values.has(after)) values.add(before);
  }
  return { keys: [...keys], values: [...values] };
}

async function describeChange(
  { db }: Deps,
  served: ServedForm,
  change: Change,
  earlier: readonly Change[],
): Promise<readonly string[]> {
  const answered = async (key: string) =>
    `${change.change} ${key}: ${drafts(await countDraftsWith(db, served, earlierNames(earlier, key).keys))} answered it.`;
  switch (change.change) {
    case 'choice-replaced':
    case 'choice-withdrawn': {
      const choices = change.change === 'choice-withdrawn' ? change.choices : Object.keys(change.choices);
      const { keys, values } = earlierNames(earlier, change.key, choices);
      const chosen = await countDraftsWith(db, served, keys, values);
      return [`${await answered(change.key)} Of these, ${chosen} chose ${choices.join(' or ')}.`];
    }
    case 'known':
      return [`${await answered(change.key)} Changed: ${change.what.join(', ')}.`];
    case 'tabs-renamed':
    case 'repeater-renamed':
    case 'page-renamed':
      return [`${change.change} ${change.from}: becomes ${change.to}.`];
    case 'renamed':
    case 'split':
    case 'joined':
    case 'dropped':
      return Promise.all(removedKeys(change).map(answered));
  }
}

async function checkOne(deps: CheckDeps, served: ServedForm): Promise<readonly string[]> {
  const { db } = deps;
  const releases = await listReleases(db, served);
  const ids = idsOf(served.form);
  const last = releases.find(({ definition }) => idsOf(definition).every((id) => ids.includes(id)));
  const counts = await countDraftsByRelease(db, served);
  const known = new Map(releases.map((release) => [release.id, idsOf(release.definition)] as const));
  const countOlder = (id: string) =>
    counts
      .filter(({ release_id }) => !known.get(release_id ?? -1)?.includes(id))
      .reduce((sum, { count }) => sum + count, 0);
  const now = deps.clock().getTime();
  const isClosed = served.partner.terms.every((term) => now > closingTime(term));
  const ended = (served.form.migrations ?? []).flatMap(({ id, changes }) => (changes.length === 0 ? [id] : []));
  const done = ids.filter((id) => countOlder(id) === 0 && !ended.includes(id));
  const tooSoon = ended.filter((id) => countOlder(id) > 0);
  const old = [
    ...tooSoon.map(
      (id) => `NOT WRITTEN  ${id} has no changes any more, and ${drafts(countOlder(id))} still need them.`,
    ),
    ...(done.length > 0
      ? [
          `Every draft of this season has ${done.join(', ')} behind it: these may end ${isClosed ? 'now, since it is closed' : 'when it is closed'}.`,
        ]
      : []),
  ];
  if (last?.hash === hashOf(served.form)) return [`${served.id}: this form is release ${last.number} already.`, ...old];
  if (!last) return [`${served.id}: this will be the first release.`, ...migrationProblems(served.form), ...old];
  const before = outlineIn(last.definition, served);
  const all = (served.form.migrations ?? []).flatMap(({ id, changes }) => changes.map((change) => ({ id, change })));
  const earlier = all.map(({ change }) => change);
  const changes = [...all.entries()].filter(([, { id }]) => !before.migrations.includes(id));
  const described = await Promise.all(
    changes.map(([place, { change }]) => describeChange(deps, served, change, earlier.slice(0, place))),
  );
  const missing = uncoveredDifferences(before, served.form);
  const unwritten: string[] = [...migrationProblems(served.form)];
  for (const difference of missing) {
    const keys = 'key' in difference ? earlierNames(earlier, difference.key).keys : undefined;
    const count = keys && (await countDraftsWith(db, served, keys));
    unwritten.push(
      `NOT WRITTEN  ${describeDifference(difference)}${count === undefined ? '' : ` ${drafts(count)} answered it.`}`,
    );
  }
  const head = `${served.id}: compared with release ${last.number}, ${changes.length + missing.length === 0 ? 'nothing changes in meaning.' : 'this changes:'}`;
  return [head, ...described.flat(), ...unwritten, ...old];
}

/** Reports how the installation's forms affect drafts, before they serve. Throws the report when a migration is missing. */
export async function checkRelease(deps: CheckDeps): Promise<string> {
  const lines = (await Promise.all(deps.forms.all.map((served) => checkOne(deps, served)))).flat();
  if (lines.some((line) => line.startsWith('NOT WRITTEN'))) throw new OperatorError(lines.join('\n'));
  return lines.join('\n');
}
