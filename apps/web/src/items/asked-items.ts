import { type Item, isQuestion, type Repeater } from '@firstyear/form-engine';

/**
 * The items of a page with these questions only. Conditions, tabs and components around them are left out: whoever asks knows which
 * questions are visible. nameOf: the legend of a component.
 */
export function askedItems(
  items: readonly Item[],
  isAsked: (key: string) => boolean,
  nameOf: (repeater: Repeater, position: number) => string,
): readonly Item[] {
  const inside = (items: readonly Item[]) => items.flatMap(only);
  function only(item: Item): readonly Item[] {
    if (isQuestion(item)) return isAsked(item.key) ? [item] : [];
    switch (item.kind) {
      case 'section': {
        const asked = inside(item.items);
        return asked.length === 0 ? [] : [{ ...item, items: asked }];
      }
      case 'group': {
        const { startsFolded: _, ...open } = item;
        const asked = inside(item.items);
        return asked.length === 0 ? [] : [{ ...open, items: asked }];
      }
      case 'row':
        return item.questions.every(({ key }) => isAsked(key)) ? [item] : inside(item.questions);
      case 'check-group': {
        const checks = item.checks.filter(({ key }) => isAsked(key));
        return checks.length === 0 ? [] : [{ ...item, checks }];
      }
      case 'month-year':
        // A month is asked with its year; see correctAnswers().
        return isAsked(item.month.key) ? [item] : [];
      case 'conditional':
      case 'date-window':
        return inside(item.items);
      case 'tab-group':
        return inside(item.tabs.flatMap((tab) => tab.items));
      case 'repeater':
        return item.components.flatMap((component, position): readonly Item[] => {
          const asked = inside(component);
          return asked.length === 0
            ? []
            : [{ kind: 'group', block: 'plain', legend: nameOf(item, position), items: asked }];
        });
      case 'notice':
        return [];
    }
  }
  return inside(items);
}
