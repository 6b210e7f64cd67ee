import { type Item, isQuestion, type Page, type Question, type When } from '@firstyear/form-engine';

export interface ShownParts {
  readonly holds: (when: When) => boolean;
  readonly openTab: (group: string) => string | undefined;
  readonly componentCount: (repeater: string) => number;
  readonly isFolded: (section: string) => boolean;
}

/** The lines of a page from top to bottom. A line is a question, several side by side, or a notice. */
export interface LineOrder {
  /** The line where an item begins, from 0; undefined for hidden items. */
  readonly placeOf: (item: Item) => number | undefined;
  readonly placeOfKey: (key: string) => number | undefined;
  readonly count: number;
}

const questionsOf = (line: Item): readonly Question[] => {
  if (isQuestion(line)) return [line];
  switch (line.kind) {
    case 'row':
      return line.questions;
    case 'check-group':
      return line.checks;
    case 'month-year':
      return [line.month, line.year];
    default:
      return [];
  }
};

/** Orders the lines of a page. Lines in folded sections come last. */
export function orderLines(page: Page, { holds, openTab, componentCount, isFolded }: ShownParts): LineOrder {
  const places = new Map<Item, number>();
  const placesByKey = new Map<string, number>();
  const folded: (readonly Item[])[] = [];
  let count = 0;
  /** undefined: a line. */
  const partsOf = (item: Item): readonly (readonly Item[])[] | undefined => {
    if (isQuestion(item)) return undefined;
    switch (item.kind) {
      case 'section':
        if (!isFolded(item.id)) return [item.items];
        folded.push(item.items);
        return undefined;
      case 'group':
      case 'date-window':
        return [item.items];
      case 'conditional':
        return holds(item.when) ? [item.items] : [];
      case 'tab-group':
        return item.tabs.filter(({ id }) => id === openTab(item.id)).map(({ items }) => items);
      case 'repeater':
        return item.components.slice(0, componentCount(item.id));
      case 'row':
      case 'check-group':
      case 'month-year':
      case 'notice':
        return undefined;
    }
  };
  const place = (items: readonly Item[]): void => {
    for (const item of items) {
      places.set(item, count);
      const parts = partsOf(item);
      if (parts) {
        parts.forEach(place);
        continue;
      }
      for (const { key } of questionsOf(item)) placesByKey.set(key, count);
      count += 1;
    }
  };
  place(page.items);
  // A folded section may hold folded sections, which are added on the way.
  for (const items of folded) place(items);
  const placeOfKey = (key: string) => placesByKey.get(key);
  return {
    // A repeater draws copies of its questions, with labels that count them.
    placeOf: (item) => places.get(item) ?? (isQuestion(item) ? placeOfKey(item.key) : undefined),
    placeOfKey,
    count,
  };
}
