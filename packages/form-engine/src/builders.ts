import type { When } from './condition.ts';
import type {
  CheckGroup,
  Conditional,
  DateWindow,
  FormDefinition,
  Group,
  Item,
  KeysOf,
  MonthYear,
  Notice,
  Page,
  Repeater,
  Roles,
  Row,
  Section,
  Tab,
  TabGroup,
} from './form.ts';
import type { CheckQuestion, Question, SelectQuestion } from './kinds/index.ts';
import type { Migration } from './releases/changes.ts';

/** The properties of a container without its items. Each builder below keeps the keys of its items in its type. */
type Words<C extends { readonly kind: string }> = Omit<C, 'kind' | 'items' | 'keyType'>;

export const section = <const I extends readonly Item[]>(words: Words<Section>, items: I): Section<KeysOf<I>> => ({
  kind: 'section',
  ...words,
  items,
});

export const group = <const I extends readonly Item[]>(words: Words<Group>, items: I): Group<KeysOf<I>> => ({
  kind: 'group',
  ...words,
  items,
});

/** Puts two questions side by side, and changes nothing else about them. */
export const row = <const Q extends readonly Question[]>(...questions: Q): Row<KeysOf<Q>> => ({
  kind: 'row',
  questions,
});

export const checkGroup = <const C extends readonly CheckQuestion[]>(
  words: Words<Omit<CheckGroup, 'checks'>>,
  checks: C,
): CheckGroup<KeysOf<C>> => ({ kind: 'check-group', ...words, checks });

/** Makes the messages of both parts use the legend of the pair. */
export const nameParts = <K extends string>(pair: MonthYear<K>): MonthYear<K> => ({
  ...pair,
  month: { ...pair.month, errorLabel: pair.legend },
  year: { ...pair.year, errorLabel: pair.legend },
});

export const monthYear = <const M extends string, const Y extends string>(words: {
  readonly legend: string;
  readonly hint?: string;
  readonly required?: true;
  readonly month: SelectQuestion<M>;
  readonly year: SelectQuestion<Y>;
}): MonthYear<M | Y | `${M | Y}_desc`> => nameParts({ kind: 'month-year', ...words });

/** Shows the items while the condition holds; clears their keys when it does not. */
export const showWhen = <const I extends readonly Item[]>(
  when: When,
  items: I,
  more: { readonly alsoClears?: readonly string[]; readonly about?: string } = {},
): Conditional<KeysOf<I>> => ({ kind: 'conditional', when, ...more, items });

export const tab = <const I extends readonly Item[]>(
  words: Pick<Tab, 'id' | 'label' | 'paperLabel' | 'clears'>,
  items: I,
): Tab<KeysOf<I>> => ({ ...words, items });

export const tabGroup = <const T extends readonly Tab[]>(
  words: { readonly id: string; readonly legend: string; readonly hint?: string },
  tabs: T,
): TabGroup<KeysOf<T>> => ({ kind: 'tab-group', ...words, tabs });

/**
 * An Add Another repeater. All its components are written out, because the first may differ from the rest and each
 * has keys of its own; maxNumberOfComponents is how many there are.
 */
export const repeater = <const C extends readonly (readonly Item[])[]>(
  words: Pick<Repeater, 'id' | 'noun' | 'add' | 'added'>,
  components: C,
): Repeater<KeysOf<C[number]>> => ({
  kind: 'repeater',
  ...words,
  maxNumberOfComponents: components.length,
  components,
});

export const dateWindow = <const I extends readonly Item[]>(
  window: { readonly start: string; readonly end: string },
  items: I,
): DateWindow<KeysOf<I>> => ({ kind: 'date-window', ...window, items });

export const notice = (words: Omit<Notice, 'kind'>): Notice => ({ kind: 'notice', ...words });

export const page = <const I extends readonly Item[]>(
  words: { readonly id: string; readonly navLabel: string; readonly title: string; readonly intro?: string },
  items: I,
): Page<KeysOf<I>> => ({ ...words, items });

export const defineForm = <const P extends readonly Page[]>(
  pages: P,
  roles: Roles<KeysOf<P>> = {},
  migrations: readonly Migration[] = [],
): FormDefinition<KeysOf<P>> => ({ pages, roles, ...(migrations.length > 0 && { migrations }) });
