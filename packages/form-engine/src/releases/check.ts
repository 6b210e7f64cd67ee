import type { Form } from '../index-form.ts';
import { type Change, idsOf, migrationsAfter, nameAfter } from './changes.ts';
import { compareOutlines, type Difference, type FormOutline, outlineOf, type PartOutline } from './outline.ts';

/** A release's outline with the names that the changes give its parts. */
function renameIn({ migrations, parts }: FormOutline, changes: readonly Change[]): FormOutline {
  const renamePart = ({ when, ...part }: PartOutline): PartOutline => ({
    ...part,
    ...(when && {
      when: JSON.parse(JSON.stringify(when), (name, value: unknown) =>
        name === 'valueKey' && typeof value === 'string' ? nameAfter(value, changes) : value,
      ),
    }),
  });
  const renamed = Object.entries(parts).map(([key, part]) => [nameAfter(key, changes), renamePart(part)] as const);
  return { migrations, parts: Object.fromEntries(renamed) };
}

/** The changes of a form since a release, and the differences that they make. */
export function changesSince(before: FormOutline, form: Form) {
  const changes = migrationsAfter(before.migrations, form.migrations).flatMap((migration) => migration.changes);
  const [then, now] = [renameIn(before, changes), outlineOf(form)];
  const made = changes.flatMap((change) => (change.change === 'reworked' ? change.into : []));
  const [old, all] = [new Set(Object.keys(then.parts)), Object.entries(now.parts)];
  return {
    changes,
    differences: compareOutlines(then, now),
    /** The keys of new questions. */
    added: [...form.byKey.keys()].filter((key) => !old.has(key) && !made.includes(key)),
    /** The keys of questions that are required since. */
    needed: all.flatMap(([key, part]) =>
      old.has(key) && part.isRequired && !then.parts[key]?.isRequired ? [key] : [],
    ),
  };
}

/** Whether a change handles a difference. later: the changes after it, which may rename its question. */
function covers({ change, from, choices }: Change, difference: Difference, later: readonly Change[]): boolean {
  if (!from.some((key) => nameAfter(key, later) === difference.key)) return false;
  if (difference.id === 'choice_gone') return Object.hasOwn(choices ?? {}, difference.choice);
  return change === 'reworked' || (change === 'dropped' && difference.id === 'gone');
}

/** A difference in one sentence, for the person who starts the product. */
export function describeDifference(difference: Difference): string {
  const { key } = difference;
  switch (difference.id) {
    case 'gone':
      return `${key} is gone: write renamed(), reworked() or dropped('${key}').`;
    case 'choice_gone':
      return `The choice ${difference.choice} of ${key} is gone: write choiceReplaced() or choiceWithdrawn('${key}', ['${difference.choice}']).`;
    case 'kind_changed':
      return `${key} was of the kind ${difference.before} and is ${difference.after}: write reworked('${key}').`;
    case 'limit_shorter':
      return `${key} took at most ${difference.before} and takes ${difference.after}: write reworked('${key}').`;
    case 'required_now':
      return `${key} has to be answered now: write reworked('${key}').`;
    case 'condition_narrower':
      return `${key} may be hidden where it was shown: write reworked('${key}').`;
  }
}

/** The differences to an earlier release that change the meaning of answers and have no migration. */
export function uncoveredDifferences(before: FormOutline, form: Form): readonly Difference[] {
  const { changes, differences } = changesSince(before, form);
  return differences.filter(
    (difference) => !changes.some((change, place) => covers(change, difference, changes.slice(place + 1))),
  );
}

/** A sentence for each invalid id of a migration. */
export function migrationProblems(form: Form): readonly string[] {
  const ids = idsOf(form);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
  const invalid = ids.filter((id) => !/^[\w-]{1,40}$/.test(id));
  return [
    ...twice.map((id) => `The migration ${id} is there twice.`),
    ...invalid.map((id) => `The id of the migration "${id}" must be letters, digits, hyphens and underscores.`),
  ];
}

/** A sentence for each change of meaning without a migration, and for each invalid migration. */
export function releaseProblems(before: FormOutline, form: Form): readonly string[] {
  return [...migrationProblems(form), ...uncoveredDifferences(before, form).map(describeDifference)];
}
