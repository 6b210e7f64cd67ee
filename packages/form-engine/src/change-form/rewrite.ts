import { nameParts } from '../builders.ts';
import { allItems, type Item, isQuestion, type Page, type Tab } from '../form.ts';
import { type Question, traitsOf } from '../kinds/index.ts';

export type Pages = readonly Page[];

/** A part of a form that changes can name. */
export type Part = Item | Page | Tab;

function namesOf(item: Item, page: string): readonly string[] {
  if (isQuestion(item)) return [item.key];
  switch (item.kind) {
    case 'section':
      return [`${page}/${item.id}`];
    case 'group':
      return item.wordsId === undefined ? [] : [item.wordsId];
    case 'check-group':
    case 'notice':
      return [item.wordsId];
    case 'month-year':
      return [item.month.key, item.year.key];
    case 'tab-group':
    case 'repeater':
      return [item.id];
    case 'row':
    case 'conditional':
    case 'date-window':
      return [];
  }
}

export const partsNamed = (pages: Pages, name: string): readonly Part[] =>
  pages.flatMap((page): readonly Part[] => {
    const items = allItems(page.items);
    const inPairs = items.flatMap((item): readonly Item[] =>
      item.kind === 'month-year' ? [item.month, item.year] : [],
    );
    const named = items.filter((item) => namesOf(item, page.id).includes(name) && !inPairs.includes(item));
    const tabs = items.flatMap((item) =>
      item.kind === 'tab-group' ? item.tabs.filter(({ id }) => `${item.id}/${id}` === name) : [],
    );
    return [...(page.id === name ? [page] : []), ...named, ...tabs];
  });

/** What takes the place of a part: other items, none to remove it; or the part with other words, or with more items at its end. */
interface Replacement {
  readonly by?: readonly Item[];
  readonly words?: Readonly<Record<string, string>>;
  readonly more?: readonly Item[];
}

const changed = <P extends Part>(part: P, { words, more }: Replacement): P => ({
  ...part,
  ...words,
  ...(more && 'items' in part && { items: [...part.items, ...more] }),
});

/** The pages of a form with one part replaced, and without what is empty then. */
export function rewrite(pages: Pages, part: Part, replacement: Replacement): Pages {
  const { by } = replacement;
  const replaced = <P extends Page | Tab>(one: P): readonly P[] => {
    if (one !== part) return [{ ...one, items: all(one.items) }];
    return by ? [] : [changed(one, replacement)];
  };
  const all = (items: readonly Item[]): readonly Item[] =>
    items.flatMap((item) => (item === part ? (by ?? [changed(item, replacement)]) : inside(item)));

  function inside(item: Item): readonly Item[] {
    if (isQuestion(item)) return [item];
    switch (item.kind) {
      case 'section':
      case 'group':
      case 'conditional':
      case 'date-window': {
        const items = all(item.items);
        return items.length === 0 ? [] : [{ ...item, items }];
      }
      case 'row': {
        const items = all(item.questions);
        const questions = items.filter(isQuestion);
        return questions.length === 2 ? [{ ...item, questions }] : items;
      }
      case 'check-group': {
        const items = all(item.checks);
        const checks = items.flatMap((item) => (item.kind === 'check' ? [item] : []));
        const others = items.filter((item) => item.kind !== 'check');
        return checks.length === 0 ? others : [{ ...item, checks }, ...others];
      }
      case 'tab-group': {
        const tabs = item.tabs.flatMap(replaced);
        return tabs.length === 0 ? [] : [{ ...item, tabs }];
      }
      case 'repeater': {
        const components = item.components.map(all).filter((component) => component.length > 0);
        return components.length === 0 ? [] : [{ ...item, components, maxNumberOfComponents: components.length }];
      }
      case 'month-year':
        return [nameParts(item)];
      case 'notice':
        return [item];
    }
  }
  return pages.flatMap(replaced).filter(({ items }) => items.length > 0);
}

/** All questions, with those that other questions carry. */
export const questionsIn = (items: readonly Item[]): readonly Question[] =>
  allItems(items)
    .filter(isQuestion)
    .flatMap((question) => [question, ...traitsOf(question).carries(question)]);
