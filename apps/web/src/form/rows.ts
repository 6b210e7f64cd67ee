import type { Item } from '@firstyear/application-form';

/** Neighbouring questions that read as one line, by how their keys end. */
const PAIRS = [
  ['first_name', 'middle_name'],
  ['first_name', 'last_name'],
  ['last_name', 'suffix'],
  ['address_line_1', 'address_line_2'],
  ['city', 'state'],
  ['gpa', 'gpa_scale'],
  ['employment', 'employment_hours'],
  ['employment_2', 'employment_2_hours'],
  ['employment_3', 'employment_3_hours'],
  ['employment_4', 'employment_4_hours'],
] as const;

function keyOf(item: Item | undefined): string | undefined {
  return item && 'key' in item ? item.key : undefined;
}

function belongTogether(first: Item, second: Item | undefined): boolean {
  const [one, other] = [keyOf(first), keyOf(second)];
  if (one === undefined || other === undefined) return false;
  return PAIRS.some(([left, right]) => {
    if (!one.endsWith(left) || !other.endsWith(right)) return false;
    return one.slice(0, -left.length) === other.slice(0, -right.length);
  });
}

/** One line of the form: a pair in two columns, a single input as wide as the first of them, or whatever needs it all. */
export interface Row {
  readonly width: 'pair' | 'single' | 'wide';
  readonly items: readonly [Item] | readonly [Item, Item];
}

function widthOf(item: Item): Row['width'] {
  switch (item.kind) {
    case 'text':
    case 'date':
    case 'password':
    case 'phone':
    case 'select':
    case 'conditional-select':
    case 'lookup':
    case 'radio':
      return 'single';
    default:
      return 'wide';
  }
}

/** Items one by one, and pairs where two neighbours belong on one line. */
export function rowsOf(items: readonly Item[]): readonly Row[] {
  const rows: Row[] = [];
  for (let place = 0; place < items.length; place += 1) {
    const [first, second] = [items[place], items[place + 1]];
    if (!first) continue;
    if (second && belongTogether(first, second)) {
      rows.push({ width: 'pair', items: [first, second] });
      place += 1;
    } else rows.push({ width: widthOf(first), items: [first] });
  }
  return rows;
}

/** What tells an item from its neighbours. */
export function identityOf(item: Item): string {
  switch (item.kind) {
    case 'section':
      return `section ${item.title}`;
    case 'group':
      return `group ${item.legend ?? ''} ${item.items.map(identityOf).join(' ')}`;
    case 'check-group':
      return `checks ${item.legend}`;
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
      return `notice ${item.text}`;
    default:
      return item.key;
  }
}
