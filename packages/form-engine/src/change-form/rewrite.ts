import { nameParts } from '../builders.ts';
import { allItems, type FormDefinition, type Item, isQuestion, type Page, type Tab } from '../form.ts';
import { type Question, traitsOf } from '../kinds/index.ts';

/** A part of a form that changes can name. */
export type Part = Item | Page | Tab;

/** Returns the replacements of a part: an empty list removes it. Parts inside an unchanged part are rewritten too. */
export interface Rewrite {
  readonly item: (item: Item, names: readonly string[]) => readonly Item[];
  readonly tab: (tab: Tab, name: string) => readonly Tab[];
  readonly page: (page: Page) => readonly Page[];
}

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

/** Rewrites the items inside an item; returns an empty list where none is left. */
function inside(item: Item, page: string, rewrite: Rewrite): readonly Item[] {
  if (isQuestion(item)) return [item];
  const all = (items: readonly Item[]) => rewriteItems(items, page, rewrite);
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
      return questions.length === 2 && items.length === 2 ? [{ ...item, questions }] : items;
    }
    case 'check-group': {
      const items = all(item.checks);
      const checks = items.flatMap((item) => (item.kind === 'check' ? [item] : []));
      const others = items.filter((item) => item.kind !== 'check');
      return checks.length === 0 ? others : [{ ...item, checks }, ...others];
    }
    case 'tab-group': {
      const tabs = item.tabs.flatMap((tab) =>
        rewrite
          .tab(tab, `${item.id}/${tab.id}`)
          .map((item) => (item === tab ? { ...item, items: all(item.items) } : item)),
      );
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

function rewriteItems(items: readonly Item[], page: string, rewrite: Rewrite): readonly Item[] {
  return items.flatMap((item) =>
    rewrite
      .item(item, namesOf(item, page))
      .flatMap((rewritten) => (rewritten === item ? inside(rewritten, page, rewrite) : [rewritten])),
  );
}

/** The pages of a form with their parts rewritten. */
export const rewritePages = (pages: FormDefinition['pages'], rewrite: Rewrite): readonly Page[] =>
  pages.flatMap((page) =>
    rewrite
      .page(page)
      .map((item) => (item === page ? { ...item, items: rewriteItems(item.items, page.id, rewrite) } : item))
      .filter((item) => item.items.length > 0),
  );

/** The parts of a form with a name. */
export function partsNamed(pages: readonly Page[], name: string): readonly Part[] {
  const parts: Part[] = [];
  const collect = <P extends Part>(part: P, isNamed: boolean) => {
    if (isNamed) parts.push(part);
    return [part];
  };
  rewritePages(pages, {
    item: (item, names) => collect(item, names.includes(name)),
    tab: (tab, id) => collect(tab, id === name),
    page: (page) => collect(page, page.id === name),
  });
  return parts;
}

/** All questions, with those that other questions carry. */
export const questionsIn = (items: readonly Item[]): readonly Question[] =>
  allItems(items)
    .filter(isQuestion)
    .flatMap((question) => [question, ...traitsOf(question).carries(question)]);

/** Whether a part is a question. */
export const isQuestionPart = (part: Part): part is Question => 'kind' in part && isQuestion(part);

/** A rewrite of one part. */
export const only = (part: Part, to: Partial<Rewrite>): Rewrite => ({
  item: (item, names) => (item === part && to.item ? to.item(item, names) : [item]),
  tab: (tab, name) => (tab === part && to.tab ? to.tab(tab, name) : [tab]),
  page: (page) => (page === part && to.page ? to.page(page) : [page]),
});
