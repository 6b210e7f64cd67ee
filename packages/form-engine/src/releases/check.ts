import type { Form } from '../index-form.ts';
import { type Change, type Migration, removedKeys } from './changes.ts';
import { compareOutlines, type Difference, type FormOutline, outlineOf, type QuestionOutline } from './outline.ts';

/** A release's outline with its keys, tabs, repeaters and pages renamed by the changes. */
export function renameIn(outline: FormOutline, changes: readonly Change[]): FormOutline {
  let { questions, tabs, repeaters, pages } = outline;
  const moved = <T>(all: Readonly<Record<string, T>>, from: string, to: string): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(all).map(([key, one]) => [key === from ? to : key, one]));
  for (const change of changes) {
    if (change.change === 'renamed') questions = moved(questions, change.from, change.to);
    if (change.change === 'repeater-renamed') repeaters = moved(repeaters, change.from, change.to);
    if (change.change === 'page-renamed') pages = pages.map((page) => (page === change.from ? change.to : page));
    if (change.change === 'tabs-renamed') {
      const ids = (tabs[change.from] ?? []).map((id) => change.tabs[id] ?? id);
      tabs = moved({ ...tabs, [change.from]: ids }, change.from, change.to);
    }
  }
  const renames = new Map(
    changes.flatMap((item) => (item.change === 'renamed' ? [[item.from, item.to] as const] : [])),
  );
  const withWhen = (question: QuestionOutline): QuestionOutline => ({
    ...question,
    when: JSON.parse(JSON.stringify(question.when), (name, value: unknown) =>
      name === 'valueKey' && typeof value === 'string' ? (renames.get(value) ?? value) : value,
    ),
  });
  const read = Object.fromEntries(Object.entries(questions).map(([key, question]) => [key, withWhen(question)]));
  return { ...outline, questions: read, tabs, repeaters, pages };
}

const KNOWN = {
  kind_changed: 'kind',
  limit_shorter: 'limit',
  required_now: 'required',
  condition_narrower: 'condition',
} as const;

/** Whether one of the changes handles a difference. */
function isCovered(difference: Difference, changes: readonly Change[]): boolean {
  switch (difference.id) {
    case 'key_gone':
    case 'document_gone':
      return changes.some((change) => removedKeys(change).includes(difference.key));
    case 'choice_gone':
      return changes.some(
        (change) =>
          (change.change === 'choice-replaced' &&
            change.key === difference.key &&
            Object.hasOwn(change.choices, difference.choice)) ||
          (change.change === 'choice-withdrawn' &&
            change.key === difference.key &&
            change.choices.includes(difference.choice)),
      );
    case 'kind_changed':
    case 'limit_shorter':
    case 'required_now':
    case 'condition_narrower':
      return changes.some(
        (change) =>
          change.change === 'known' && change.key === difference.key && change.what.includes(KNOWN[difference.id]),
      );
    case 'tabs_gone':
      return changes.some((change) => change.change === 'tabs-renamed' && change.from === difference.group);
    case 'tab_gone':
      return changes.some((change) => change.change === 'tabs-renamed' && change.to === difference.group);
    case 'repeater_gone':
    case 'repeater_shorter':
      return changes.some((change) => change.change === 'repeater-renamed' && change.to === difference.repeater);
    case 'page_gone':
      return false;
  }
}

/** A difference in one sentence, with the change to write, for the person who starts the product. */
export function describeDifference(difference: Difference): string {
  switch (difference.id) {
    case 'key_gone':
      return `The question ${difference.key} is gone: write renamed(), split(), joined() or dropped('${difference.key}').`;
    case 'document_gone':
      return `The document question ${difference.key} is gone: write renamed() or dropped('${difference.key}').`;
    case 'kind_changed':
      return `The question ${difference.key} was of the kind ${difference.before} and is ${difference.after}: write known('${difference.key}', 'kind').`;
    case 'choice_gone':
      return `The choice ${difference.choice} of ${difference.key} is gone: write choiceReplaced() or choiceWithdrawn('${difference.key}', ['${difference.choice}']).`;
    case 'limit_shorter':
      return `The question ${difference.key} took ${difference.before} characters and takes ${difference.after}: write known('${difference.key}', 'limit').`;
    case 'required_now':
      return `The question ${difference.key} has to be answered now: write known('${difference.key}', 'required').`;
    case 'condition_narrower':
      return `The question ${difference.key} may be hidden where it was shown: write known('${difference.key}', 'condition').`;
    case 'tabs_gone':
      return `The group of tabs ${difference.group} is gone: write tabsRenamed('${difference.group}', …).`;
    case 'tab_gone':
      return `The tab ${difference.tab} of ${difference.group} is gone: write tabsRenamed('${difference.group}', …).`;
    case 'repeater_gone':
      return `The repeater ${difference.repeater} is gone: write repeaterRenamed('${difference.repeater}', …).`;
    case 'repeater_shorter':
      return `The repeater ${difference.repeater} had ${difference.before} components and has ${difference.after}: write repeaterRenamed('${difference.repeater}', '${difference.repeater}').`;
    case 'page_gone':
      return `The page ${difference.page} is gone: write pageRenamed('${difference.page}', …).`;
  }
}

/** A difference in one sentence, without the change to write. */
export const sayDifference = (difference: Difference): string =>
  describeDifference(difference).replace(/: write .*$/, '.');

/** The changes of a form since a release. */
const changesSince = (migrations: readonly Migration[], before: FormOutline): readonly Change[] =>
  migrations.filter(({ id }) => !before.migrations.includes(id)).flatMap(({ changes }) => changes);

/** The differences to an earlier release that change the meaning of answers and have no migration. */
export function uncoveredDifferences(before: FormOutline, form: Form): readonly Difference[] {
  const changes = changesSince(form.migrations ?? [], before);
  const differences = compareOutlines(renameIn(before, changes), outlineOf(form));
  return differences.filter((difference) => !isCovered(difference, changes));
}

/** A sentence for each invalid id of a migration. */
export function migrationProblems(form: Form): readonly string[] {
  const migrations = form.migrations ?? [];
  const ids = migrations.map(({ id }) => id);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
  const invalid = ids.filter((id) => !/^[\w-]{1,40}$/.test(id));
  return [
    ...twice.map((id) => `The migration ${id} is there twice.`),
    ...invalid.map((id) => `The id of the migration "${id}" must be letters, digits, hyphens and underscores.`),
  ];
}

/** The keys that an earlier release did not have, also under another name, and those that are required since. */
export function newQuestions(
  before: FormOutline,
  form: Form,
): { readonly added: readonly string[]; readonly needed: readonly string[] } {
  const changes = changesSince(form.migrations ?? [], before);
  const then = renameIn(before, changes).questions;
  const results = changes.flatMap((item) => (item.change === 'split' || item.change === 'joined' ? item.into : []));
  const now = Object.entries(outlineOf(form).questions);
  const wasAsked = (key: string) => Object.hasOwn(then, key);
  return {
    added: now.flatMap(([key]) => (wasAsked(key) || results.includes(key) ? [] : [key])),
    needed: now.flatMap(([key, question]) =>
      wasAsked(key) && question.isRequired && !then[key]?.isRequired ? [key] : [],
    ),
  };
}

/** A sentence for each change of meaning without a migration, and for each invalid migration. */
export function releaseProblems(before: FormOutline, form: Form): readonly string[] {
  return [...migrationProblems(form), ...uncoveredDifferences(before, form).map(describeDifference)];
}
