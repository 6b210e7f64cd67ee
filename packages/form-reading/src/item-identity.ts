import { type Item, isQuestion } from '@firstyear/form-engine';

/** What tells an item from its neighbors, also when others appear before it. */
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
