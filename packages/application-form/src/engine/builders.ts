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
  Section,
  Tab,
  TabGroup,
} from './form.ts';
import type {
  CheckQuestion,
  ConditionalSelectQuestion,
  DateQuestion,
  FileQuestion,
  LookupQuestion,
  PhoneQuestion,
  RadioQuestion,
  SelectQuestion,
  TextareaQuestion,
  TextQuestion,
} from './question.ts';

/** The words a form definition is written in. Each builder carries its keys in its type. */
type Given<Q> = Omit<Q, 'kind' | 'keyType'>;

export const text = <const K extends string>(question: Given<TextQuestion<K>>): TextQuestion<K> => ({
  kind: 'text',
  ...question,
});
export const textarea = <const K extends string>(question: Given<TextareaQuestion<K>>): TextareaQuestion<K> => ({
  kind: 'textarea',
  ...question,
});
export const date = <const K extends string>(question: Given<DateQuestion<K>>): DateQuestion<K> => ({
  kind: 'date',
  ...question,
});
/** Two signatures, because the key of an opt-in that is not there would be inferred as any text. */
export function phone<const K extends string, const O extends string>(
  question: Given<PhoneQuestion<K, O>> & { readonly optIn: CheckQuestion<O> },
): PhoneQuestion<K, O>;
export function phone<const K extends string>(question: Given<PhoneQuestion<K>>): PhoneQuestion<K>;
export function phone(question: Given<PhoneQuestion<string, string>>): PhoneQuestion<string, string> {
  return { kind: 'phone', ...question };
}
export const select = <const K extends string>(question: Given<SelectQuestion<K>>): SelectQuestion<K> => ({
  kind: 'select',
  ...question,
});
export const conditionalSelect = <const K extends string>(
  question: Given<ConditionalSelectQuestion<K>>,
): ConditionalSelectQuestion<K> => ({ kind: 'conditional-select', ...question });
export const radio = <const K extends string>(question: Given<RadioQuestion<K>>): RadioQuestion<K> => ({
  kind: 'radio',
  ...question,
});
export const check = <const K extends string>(question: Given<CheckQuestion<K>>): CheckQuestion<K> => ({
  kind: 'check',
  ...question,
});
export const lookup = <const K extends string>(question: Given<LookupQuestion<K>>): LookupQuestion<K> => ({
  kind: 'lookup',
  ...question,
});
export const file = <const K extends string>(question: Given<FileQuestion<K>>): FileQuestion<K> => ({
  kind: 'file',
  ...question,
});

type Words<C extends { readonly kind: string }> = Omit<C, 'kind' | 'items' | 'keyType'>;

export const section = <const I extends readonly Item[]>(
  title: string,
  items: I,
  more: { readonly hint?: string } = {},
): Section<KeysOf<I>> => ({ kind: 'section', title, ...more, items });

export const group = <const I extends readonly Item[]>(words: Words<Group>, items: I): Group<KeysOf<I>> => ({
  kind: 'group',
  ...words,
  items,
});

export const checkGroup = <const C extends readonly CheckQuestion[]>(
  words: { readonly legend: string; readonly hint?: string },
  checks: C,
): CheckGroup<KeysOf<C>> => ({ kind: 'check-group', ...words, checks });

export const monthYear = <const M extends string, const Y extends string>(words: {
  readonly legend: string;
  readonly hint?: string;
  readonly required?: true;
  readonly month: SelectQuestion<M>;
  readonly year: SelectQuestion<Y>;
}): MonthYear<M | Y | `${M | Y}_desc`> => ({ kind: 'month-year', ...words });

/** Shows the items while the condition holds; clears their keys when it does not. */
export const showWhen = <const I extends readonly Item[]>(
  when: When,
  items: I,
  more: { readonly alsoClears?: readonly string[] } = {},
): Conditional<KeysOf<I>> => ({ kind: 'conditional', when, ...more, items });

export const tab = <const I extends readonly Item[]>(
  words: { readonly id: string; readonly label: string; readonly clears?: readonly string[] },
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
  words: { readonly id: string; readonly noun: string },
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

export const form = <const P extends readonly Page[]>(pages: P): FormDefinition<KeysOf<P>> => ({ pages });
