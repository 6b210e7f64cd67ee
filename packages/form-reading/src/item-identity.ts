import { type Item, isQuestion, type Repeater } from '@firstyear/form-engine';
import type { WordsOf } from '@firstyear/words';
import type { formPage } from '@firstyear/words/form-page';

/** A key that identifies an item among its neighbors, also when others appear before it. */
export function identityOf(item: Item): string {
  if (isQuestion(item)) return item.key;
  switch (item.kind) {
    case 'section':
      return `section ${item.id}`;
    case 'group':
      return `group ${item.items.map(identityOf).join(' ')}`;
    case 'row':
      return `row ${item.questions.map(identityOf).join(' ')}`;
    case 'check-group':
      return `checks ${item.checks.map(identityOf).join(' ')}`;
    case 'month-year':
      return `month-year ${item.month.key}`;
    case 'conditional':
      return `conditional ${JSON.stringify(item.when)} ${item.items.map(identityOf).join(' ')}`;
    case 'date-window':
      return `date-window ${item.start} ${item.items.map(identityOf).join(' ')}`;
    case 'tab-group':
    case 'repeater':
      return `${item.kind} ${item.id}`;
    case 'notice':
      return `notice ${item.wordsId}`;
  }
}

/**
 * Components of one question each, with numbered labels: a list, in which headings would only repeat the label. undefined
 * for larger components.
 */
export function countedQuestions(
  { noun, components }: Repeater,
  words: WordsOf<typeof formPage.texts>,
): readonly (readonly Item[])[] | undefined {
  const counted = components.map((items, position) =>
    items
      .filter(isQuestion)
      .map((question) => ({ ...question, label: words.component({ noun, number: position + 1 }) })),
  );
  const isList = components.every((items, position) => items.length === 1 && counted[position]?.length === 1);
  return isList ? counted : undefined;
}

/** A key that identifies a component. */
export const componentKey = (items: readonly Item[]): string => items.map(identityOf).join(' ');
