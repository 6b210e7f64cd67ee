import { BadConfigurationError } from '../bad-configuration-error.ts';
import { conditionKeys } from '../condition.ts';
import { allItems, type FormDefinition, type Item, type Page, type Roles } from '../form.ts';
import { type Question, storedKeysOf, traitsOf } from '../kinds/index.ts';
import type { Migration } from '../releases/changes.ts';
import { readsOf } from '../rules.ts';
import type { FormChange, FormPlace } from './changes.ts';
import { isQuestionPart, only, type Part, partsNamed, questionsIn, type Rewrite, rewritePages } from './rewrite.ts';

export * from './changes.ts';

type Pages = readonly Page[];
/** The pages after a change, or a sentence that says why it is impossible. */
type Changed = Pages | string;

/** Words that a change may add to a part that had none. */
const NEW_WORDS: ReadonlySet<string> = new Set(['hint', 'intro', 'paperLabel', 'errorLabel']);

function partOf(pages: Pages, name: string): Part | string {
  const [part, ...others] = partsNamed(pages, name);
  if (part === undefined) return `there is no '${name}' in the form`;
  return others.length === 0 ? part : `'${name}' is the name of ${others.length + 1} parts of the form`;
}

function questionOf(pages: Pages, key: string): Question | string {
  const part = partOf(pages, key);
  return typeof part === 'string' || isQuestionPart(part) ? part : `'${key}' is not a question by itself`;
}

function addAt(pages: Pages, at: FormPlace, items: readonly Item[]): Changed {
  const name = 'in' in at ? at.in : 'after' in at ? at.after : at.before;
  const part = partOf(pages, name);
  if (typeof part === 'string') return part;
  if ('in' in at) {
    if (!('items' in part)) return `'${name}' holds no questions`;
    const end = <P extends { readonly items: readonly Item[] }>(part: P): P => ({
      ...part,
      items: [...part.items, ...items],
    });
    return rewritePages(
      pages,
      only(part, {
        item: (part) => ['items' in part ? end(part) : part],
        tab: (part) => [end(part)],
        page: (part) => [end(part)],
      }),
    );
  }
  if (!('kind' in part)) return `nothing can stand beside '${name}'; say in`;
  // A row has room for two questions, so a place beside one of them means beside the row.
  const lines = allItems(pages.flatMap((page) => page.items)).filter((item) => item.kind === 'row');
  const here = lines.find(({ questions }) => questions.some((question) => question === part)) ?? part;
  return rewritePages(pages, only(here, { item: (item) => ('after' in at ? [item, ...items] : [...items, item]) }));
}

const NOTHING: Partial<Rewrite> = { item: () => [], tab: () => [], page: () => [] };

const inPart = (part: Part): readonly Question[] => {
  if ('kind' in part) return questionsIn([part]);
  return questionsIn(part.items);
};

/** The keys in a part that the product relies on: required questions, and those with a role. */
function fixedIn(part: Part, roles: Roles): readonly string[] {
  const keysOfRoles = new Set<string>(Object.values(roles));
  const pairs = allItems('kind' in part ? [part] : part.items).flatMap((item) =>
    item.kind === 'month-year' && item.required ? [item.month.key] : [],
  );
  const fixed = inPart(part).filter(({ key, required }) => required === true || keysOfRoles.has(key));
  return [...new Set([...fixed.map(({ key }) => key), ...pairs])];
}

function unlessFixed(part: Part, { evenIfFixed }: { readonly evenIfFixed?: true }, roles: Roles): string | undefined {
  const fixed = evenIfFixed ? [] : fixedIn(part, roles);
  if (fixed.length === 0) return undefined;
  return `the product counts on ${fixed.map((key) => `'${key}'`).join(', ')}; say evenIfFixed: true if you mean it`;
}

function apply(pages: Pages, change: FormChange, roles: Roles): Changed {
  switch (change.change) {
    case 'add':
      return addAt(pages, change.at, change.items);
    case 'leaveOut': {
      const part = partOf(pages, change.name);
      if (typeof part === 'string') return part;
      return unlessFixed(part, change, roles) ?? rewritePages(pages, only(part, NOTHING));
    }
    case 'words': {
      const part = partOf(pages, change.name);
      if (typeof part === 'string') return part;
      const strange = Object.keys(change.words).filter((word) => !(word in part) && !NEW_WORDS.has(word));
      if (strange.length > 0) return `'${change.name}' has no ${strange.join(' and no ')}`;
      const reworded = <P extends Part>(part: P): readonly P[] => [{ ...part, ...change.words }];
      return rewritePages(pages, only(part, { item: reworded, tab: reworded, page: reworded }));
    }
    case 'require':
    case 'optional': {
      const question = questionOf(pages, change.name);
      if (typeof question === 'string') return question;
      const { required: _required, ...rest } = question;
      if (change.change === 'require') {
        return rewritePages(pages, only(question, { item: () => [{ ...question, required: true }] }));
      }
      return unlessFixed(question, change, {}) ?? rewritePages(pages, only(question, { item: () => [rest] }));
    }
    case 'options': {
      const question = questionOf(pages, change.name);
      if (typeof question === 'string') return question;
      if (question.kind !== 'select' && question.kind !== 'radio') return `'${change.name}' has no choices of its own`;
      const { options } = change;
      return rewritePages(pages, only(question, { item: () => [{ ...question, options }] }));
    }
    case 'move': {
      const part = partOf(pages, change.name);
      if (typeof part === 'string') return part;
      if (!('kind' in part)) return `'${change.name}' cannot be moved`;
      return addAt(rewritePages(pages, only(part, NOTHING)), change.at, [part]);
    }
  }
}

const nameOf = (change: FormChange): string => {
  if (change.change !== 'add') return `${change.change}('${change.name}')`;
  const keys = questionsIn(change.items).map(({ key }) => key);
  return `add(${keys.map((key) => `'${key}'`).join(', ')})`;
};

/** Ids that are stored with answers: keys of questions, tab groups and repeaters. */
const storedIds = (items: readonly Item[]): readonly string[] => [
  ...questionsIn(items).map(({ key }) => key),
  ...allItems(items).flatMap((item) => (item.kind === 'tab-group' || item.kind === 'repeater' ? [item.id] : [])),
];

function idProblems(product: Pages, changes: readonly FormChange[], prefix: string): readonly string[] {
  const problems: string[] = [];
  if (!/^[a-z][a-z0-9]*$/.test(prefix)) problems.push(`The prefix '${prefix}' must be lowercase letters and digits.`);
  const start = `${prefix}_`;
  const conflict = storedIds(product.flatMap(({ items }) => items)).find((id) => id.startsWith(start));
  if (conflict !== undefined)
    problems.push(`The prefix '${prefix}' begins '${conflict}' of the product: choose another.`);
  const added = new Set<string>();
  for (const change of changes) {
    if (change.change !== 'add') continue;
    for (const id of storedIds(change.items)) {
      if (!id.startsWith(start))
        problems.push(`'${id}' must begin with '${start}', so that no key of the product is ever the same.`);
      if (added.has(id)) problems.push(`'${id}' is added twice.`);
      added.add(id);
    }
  }
  return problems;
}

/** Conditions and questions that read other answers, with the keys that they read. */
function readersIn(pages: Pages): readonly { readonly reader: string; readonly reads: readonly string[] }[] {
  const items = allItems(pages.flatMap((page) => page.items));
  return [
    ...items.flatMap((item) => {
      if (item.kind !== 'conditional') return [];
      const keys = questionsIn([item]).map(({ key }) => `'${key}'`);
      return [{ reader: `the condition of ${keys.join(', ')}`, reads: conditionKeys(item.when) }];
    }),
    ...questionsIn(pages.flatMap((page) => page.items)).map((question) => {
      const traits = traitsOf(question);
      const rules = (question.rules ?? []).flatMap(readsOf);
      return {
        reader: `'${question.key}'`,
        reads: [...rules, ...traits.fills(question), ...traits.references(question)],
      };
    }),
  ];
}

interface Clearing {
  readonly part: Part;
  readonly keys: readonly string[] | undefined;
}

/** Removes keys that are gone from the lists of keys to clear. */
function removeClearedKeys(pages: Pages, gone: ReadonlySet<string>): Pages {
  const withoutGone = (keys: readonly string[] = []) => keys.filter((key) => !gone.has(key));
  const parts = allItems(pages.flatMap((page) => page.items)).flatMap((item): readonly Clearing[] => {
    if (item.kind === 'tab-group') return item.tabs.map((part) => ({ part, keys: part.clears }));
    return item.kind === 'conditional' ? [{ part: item, keys: item.alsoClears }] : [];
  });
  const outdated = parts.find(({ keys = [] }) => keys.some((key) => gone.has(key)));
  if (outdated === undefined) return pages;
  const rewrite = only(outdated.part, {
    item: (item) => [item.kind === 'conditional' ? { ...item, alsoClears: withoutGone(item.alsoClears) } : item],
    tab: (tab) => [{ ...tab, clears: withoutGone(tab.clears) }],
  });
  return removeClearedKeys(rewritePages(pages, rewrite), gone);
}

/**
 * Applies a partner's changes to the product's form. Added keys begin with the prefix and an underscore; roles of removed
 * questions are removed too. migrations: those of the partner's own releases, after the product's.
 * @throws BadConfigurationError with a sentence for each impossible change, and for each reader of a removed answer
 */
export function changeForm(
  form: FormDefinition,
  prefix: string,
  changes: readonly FormChange[],
  migrations: readonly Migration[] = [],
): FormDefinition {
  const roles = form.roles ?? {};
  const problems = [...idProblems(form.pages, changes, prefix)];
  let pages: Pages = form.pages;
  for (const change of changes) {
    const next = apply(pages, change, roles);
    if (typeof next === 'string') problems.push(`${nameOf(change)}: ${next}.`);
    else pages = next;
  }
  const keysOf = (some: Pages) => questionsIn(some.flatMap(({ items }) => items)).flatMap(storedKeysOf);
  const kept = new Set(keysOf(pages));
  const gone = new Set(keysOf(form.pages).filter((key) => !kept.has(key)));
  for (const { reader, reads } of readersIn(pages)) {
    for (const key of new Set(reads)) if (gone.has(key)) problems.push(`'${key}' is left out, but ${reader} reads it.`);
  }
  if (problems.length > 0) throw new BadConfigurationError(problems);
  const keptRoles = Object.entries(roles).filter(([, key]) => kept.has(key));
  const all = [...(form.migrations ?? []), ...migrations];
  const changed = { ...form, pages: removeClearedKeys(pages, gone), roles: Object.fromEntries(keptRoles) };
  return all.length > 0 ? { ...changed, migrations: all } : changed;
}
