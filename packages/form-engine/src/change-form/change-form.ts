import { BadConfigurationError } from '../bad-configuration-error.ts';
import { conditionKeys } from '../condition.ts';
import { allItems, type FormDefinition, type Item, isQuestion, type Roles, type Section } from '../form.ts';
import { type Question, storedKeysOf, traitsOf } from '../kinds/index.ts';
import type { OptionList } from '../options.ts';
import type { Migration } from '../releases/changes.ts';
import { readsOf } from '../rules.ts';
import { type Pages, type Part, partsNamed, questionsIn, rewrite } from './rewrite.ts';

/**
 * A place in a form by name: right after or before a part, or at the end of a page, section, group, condition's or tab's
 * content. A part's name is a question's key, `page/section`, `tab group/tab`, the id of a tab group or repeater, or the
 * wordsId of a group, check group or notice; a pair of month and year goes by the key of either.
 */
export type FormPlace = { readonly after: string } | { readonly before: string } | { readonly in: string };

/** Confirms a change to a part that the product relies on: a required question, or one with a role. */
interface IfFixed {
  readonly evenIfFixed?: true;
}

type Words = Readonly<
  Partial<
    Record<'title' | 'intro' | 'navLabel' | 'legend' | 'label' | 'paperLabel' | 'errorLabel' | 'hint' | 'text', string>
  >
>;

export interface FormChange {
  /** As a partner writes it. */
  readonly name: string;
  readonly adds?: readonly Item[];
  /** The pages after it. Throws Impossible. */
  readonly make: (pages: Pages, roles: Roles) => Pages;
}

/** Why a change cannot be made, as the end of a sentence. */
class Impossible extends Error {
  override readonly name = 'Impossible';
}

function partOf(pages: Pages, name: string): Part {
  const [part, ...others] = partsNamed(pages, name);
  if (part === undefined) throw new Impossible(`there is no '${name}' in the form`);
  if (others.length > 0) throw new Impossible(`'${name}' is the name of ${others.length + 1} parts of the form`);
  return part;
}

function questionOf(pages: Pages, key: string): Question {
  const part = partOf(pages, key);
  if ('kind' in part && isQuestion(part)) return part;
  throw new Impossible(`'${key}' is not a question by itself`);
}

const itemsOf = (part: Part): readonly Item[] => ('kind' in part ? [part] : part.items);

/** Refuses a part with keys that the product relies on: required questions, and those with a role. */
function requireFree(part: Part, roles: Roles, { evenIfFixed }: IfFixed): void {
  if (evenIfFixed) return;
  const keysOfRoles = new Set<string>(Object.values(roles));
  const pairs = allItems(itemsOf(part)).flatMap((item) =>
    item.kind === 'month-year' && item.required ? [item.month.key] : [],
  );
  const fixed = questionsIn(itemsOf(part)).filter(({ key, required }) => required === true || keysOfRoles.has(key));
  const keys = new Set([...fixed.map(({ key }) => key), ...pairs]);
  if (keys.size === 0) return;
  const shown = [...keys].map((key) => `'${key}'`).join(', ');
  throw new Impossible(`the product counts on ${shown}; say evenIfFixed: true if you mean it`);
}

function addAt(pages: Pages, at: FormPlace, items: readonly Item[]): Pages {
  const name = 'in' in at ? at.in : 'after' in at ? at.after : at.before;
  const part = partOf(pages, name);
  if ('in' in at) {
    if ('items' in part) return rewrite(pages, part, { more: items });
    throw new Impossible(`'${name}' holds no questions`);
  }
  if (!('kind' in part)) throw new Impossible(`nothing can stand beside '${name}'; say in`);
  // A row has room for two questions, so a place beside one of them means beside the row.
  const rows = allItems(pages.flatMap((page) => page.items)).filter((item) => item.kind === 'row');
  const here = rows.find(({ questions }) => questions.some((question) => question === part)) ?? part;
  return rewrite(pages, here, { by: 'after' in at ? [here, ...items] : [...items, here] });
}

/** Adds questions, or groups of them. Their keys begin with the partner's prefix. */
export function addQuestions(at: FormPlace, items: readonly Item[]): FormChange {
  const keys = questionsIn(items).map(({ key }) => `'${key}'`);
  return { name: `add(${keys.join(', ')})`, adds: items, make: (pages) => addAt(pages, at, items) };
}

export const addSection = (at: FormPlace, section: Section): FormChange => addQuestions(at, [section]);

/** Removes a question, a section or any other named part, with everything inside. */
export const leaveOut = (name: string, more: IfFixed = {}): FormChange => ({
  name: `leaveOut('${name}')`,
  make: (pages, roles) => {
    const part = partOf(pages, name);
    requireFree(part, roles, more);
    return rewrite(pages, part, { by: [] });
  },
});

/** Words that a change may add to a part that had none. */
const NEW_WORDS: ReadonlySet<string> = new Set(['hint', 'intro', 'paperLabel', 'errorLabel']);

/** Changes words of a part or page; the others stay. */
export const words = (name: string, said: Words): FormChange => ({
  name: `words('${name}')`,
  make: (pages) => {
    const part = partOf(pages, name);
    const strange = Object.keys(said).filter((word) => !(word in part) && !NEW_WORDS.has(word));
    if (strange.length > 0) throw new Impossible(`'${name}' has no ${strange.join(' and no ')}`);
    return rewrite(pages, part, { words: said });
  },
});

export const require = (key: string): FormChange => ({
  name: `require('${key}')`,
  make: (pages) => {
    const question = questionOf(pages, key);
    return rewrite(pages, question, { by: [{ ...question, required: true }] });
  },
});

export const optional = (key: string, more: IfFixed = {}): FormChange => ({
  name: `optional('${key}')`,
  make: (pages) => {
    const question = questionOf(pages, key);
    requireFree(question, {}, more);
    const { required: _required, ...rest } = question;
    return rewrite(pages, question, { by: [rest] });
  },
});

/** Replaces the choices of a select or radio. */
export const options = (key: string, list: OptionList): FormChange => ({
  name: `options('${key}')`,
  make: (pages) => {
    const question = questionOf(pages, key);
    if (question.kind === 'select' || question.kind === 'radio')
      return rewrite(pages, question, { by: [{ ...question, options: list }] });
    throw new Impossible(`'${key}' has no choices of its own`);
  },
});

export const move = (name: string, at: FormPlace): FormChange => ({
  name: `move('${name}')`,
  make: (pages) => {
    const part = partOf(pages, name);
    if (!('kind' in part)) throw new Impossible(`'${name}' cannot be moved`);
    return addAt(rewrite(pages, part, { by: [] }), at, [part]);
  },
});

/** Ids that are stored with answers: keys of questions, tab groups and repeaters. */
const storedIds = (items: readonly Item[]): readonly string[] => [
  ...questionsIn(items).map(({ key }) => key),
  ...allItems(items).flatMap((item) => (item.kind === 'tab-group' || item.kind === 'repeater' ? [item.id] : [])),
];

function idProblems(product: Pages, changes: readonly FormChange[], prefix: string): readonly string[] {
  const start = `${prefix}_`;
  const conflict = storedIds(product.flatMap(({ items }) => items)).find((id) => id.startsWith(start));
  const added = changes.flatMap(({ adds = [] }) => storedIds(adds));
  const strange = added.filter((id) => !id.startsWith(start));
  const twice = added.filter((id, place) => added.indexOf(id) !== place);
  return [
    ...(/^[a-z][a-z0-9]*$/.test(prefix) ? [] : [`The prefix '${prefix}' must be lowercase letters and digits.`]),
    ...(conflict === undefined ? [] : [`The prefix '${prefix}' begins '${conflict}' of the product: choose another.`]),
    ...strange.map((id) => `'${id}' must begin with '${start}', so that no key of the product is ever the same.`),
    ...twice.map((id) => `'${id}' is added twice.`),
  ];
}

/** Conditions and questions that read answers which are gone, in sentences. */
function readerProblems(pages: Pages, gone: ReadonlySet<string>): readonly string[] {
  return allItems(pages.flatMap((page) => page.items)).flatMap((item) => {
    const questions = questionsIn([item]);
    const keys = questions.map(({ key }) => `'${key}'`).join(', ');
    if (item.kind === 'conditional') return readsGone(conditionKeys(item.when), gone, `the condition of ${keys}`);
    return isQuestion(item)
      ? questions.flatMap((question) => readsGone(readsOfQuestion(question), gone, `'${question.key}'`))
      : [];
  });
}

const readsGone = (reads: readonly string[], gone: ReadonlySet<string>, reader: string) =>
  [...new Set(reads)].filter((key) => gone.has(key)).map((key) => `'${key}' is left out, but ${reader} reads it.`);

function readsOfQuestion(question: Question): readonly string[] {
  const traits = traitsOf(question);
  return [...(question.rules ?? []).flatMap(readsOf), ...traits.fills(question), ...traits.references(question)];
}

/** Removes keys that are gone from the lists of keys to clear. */
function removeClearedKeys(pages: Pages, gone: ReadonlySet<string>): Pages {
  const isGone = (key: string) => gone.has(key);
  const left = (keys: readonly string[] = []) => keys.filter((key) => !isGone(key));
  for (const item of allItems(pages.flatMap((page) => page.items))) {
    if (item.kind === 'conditional' && item.alsoClears?.some(isGone)) {
      const by = [{ ...item, alsoClears: left(item.alsoClears) }];
      return removeClearedKeys(rewrite(pages, item, { by }), gone);
    }
    if (item.kind === 'tab-group' && item.tabs.some(({ clears }) => clears?.some(isGone))) {
      const by = [{ ...item, tabs: item.tabs.map((tab) => ({ ...tab, clears: left(tab.clears) })) }];
      return removeClearedKeys(rewrite(pages, item, { by }), gone);
    }
  }
  return pages;
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
  for (const { name, make } of changes) {
    try {
      pages = make(pages, roles);
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      problems.push(`${name}: ${error.message}.`);
    }
  }
  const keysOf = (some: Pages) => questionsIn(some.flatMap(({ items }) => items)).flatMap(storedKeysOf);
  const kept = new Set(keysOf(pages));
  const gone = new Set(keysOf(form.pages).filter((key) => !kept.has(key)));
  problems.push(...readerProblems(pages, gone));
  if (problems.length > 0) throw new BadConfigurationError(problems);
  const keptRoles = Object.entries(roles).filter(([, key]) => kept.has(key));
  const all = [...(form.migrations ?? []), ...migrations];
  const changed = { ...form, pages: removeClearedKeys(pages, gone), roles: Object.fromEntries(keptRoles) };
  return all.length > 0 ? { ...changed, migrations: all } : changed;
}
