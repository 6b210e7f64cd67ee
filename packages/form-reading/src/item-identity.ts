import { type Item, isQuestion, type Repeater } from '@firstyear/form-engine';
import type { WordsOf } from '@firstyear/words';
import type { formPage } from '@firstyear/words/form-page';

/** A React key for an item. It stays the same when other items appear before it. */
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
 * For a repeater with one question per component: its questions with numbered labels, to draw as a list without headings.
 * Otherwise undefined.
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

/** A React key for a component of a repeater. */
export const componentKey = (items: readonly Item[]): string => items.map(identityOf).join(' ');
