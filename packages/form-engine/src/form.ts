import type { When } from './condition.ts';
import { type CheckQuestion, isKind, type Question, type SelectQuestion } from './kinds/index.ts';
import type { HasKeys } from './question.ts';
import type { Migration } from './releases/changes.ts';

/** Questions that belong together under one heading. */
export interface Section<K extends string = string> extends HasKeys<K> {
  readonly kind: 'section';
  /** Unique on its page. */
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  readonly items: readonly Item[];
}
/**
 * A fieldset: several questions about one thing. All keys inside begin with prefixKey. All blocks named `address` share the
 * words of their questions, and so do those named `school`.
 */
export interface Group<K extends string = string> extends HasKeys<K> {
  readonly kind: 'group';
  readonly block: 'plain' | 'address' | 'school';
  /** Id of its words; needed where it has any. */
  readonly wordsId?: string;
  readonly legend?: string;
  readonly hint?: string;
  /** Shows only its legend until it is opened, or has an answer or an error. Needs a legend. */
  readonly startsFolded?: true;
  readonly prefixKey?: string;
  readonly items: readonly Item[];
}
/** Two questions side by side where the window is wide enough; the first takes the wider column. */
export interface Row<K extends string = string> extends HasKeys<K> {
  readonly kind: 'row';
  readonly questions: readonly Question[];
}
/** Several check boxes under one question. */
export interface CheckGroup<K extends string = string> extends HasKeys<K> {
  readonly kind: 'check-group';
  /** Id of its words. */
  readonly wordsId: string;
  readonly legend: string;
  readonly hint?: string;
  readonly checks: readonly CheckQuestion[];
}
/** Two selects under one label. Errors of the pair are shown at the month. */
export interface MonthYear<K extends string = string> extends HasKeys<K> {
  readonly kind: 'month-year';
  readonly legend: string;
  readonly hint?: string;
  readonly required?: true;
  readonly month: SelectQuestion;
  readonly year: SelectQuestion;
}
/** Items shown only while the condition holds. Their keys, and alsoClears, are cleared when it does not. */
export interface Conditional<K extends string = string> extends HasKeys<K> {
  readonly kind: 'conditional';
  readonly when: When;
  readonly alsoClears?: readonly string[];
  /** The subject of the items, as part of a sentence: 'your permanent address'. For the message that their answers were cleared. */
  readonly about?: string;
  readonly items: readonly Item[];
}
/** One of several ways to answer. Leaving a tab clears the keys it lists. The first tab is the default. */
export interface TabGroup<K extends string = string> extends HasKeys<K> {
  readonly kind: 'tab-group';
  readonly id: string;
  readonly legend: string;
  readonly hint?: string;
  readonly tabs: readonly Tab[];
}
export interface Tab<K extends string = string> extends HasKeys<K> {
  readonly id: string;
  readonly label: string;
  /** The label on paper, where the one on the screen is an instruction. */
  readonly paperLabel?: string;
  /** Answer keys cleared when this tab is left. */
  readonly clears?: readonly string[];
  readonly items: readonly Item[];
}
/** An Add Another repeater: all its components written out, of which the first addAnother[id] are shown. */
export interface Repeater<K extends string = string> extends HasKeys<K> {
  readonly kind: 'repeater';
  /** The button id of PUT /api/add-another. */
  readonly id: string;
  /** The name of one component, e.g. 'Course'. */
  readonly noun: string;
  /** What its button says, and what is said of an added component, with '{number}': where no general sentence fits the noun. */
  readonly add?: string;
  readonly added?: string;
  readonly maxNumberOfComponents: number;
  readonly components: readonly (readonly Item[])[];
}
/** Content shown from start (inclusive) to end (exclusive), ISO 8601 with offset. */
export interface DateWindow<K extends string = string> extends HasKeys<K> {
  readonly kind: 'date-window';
  readonly start: string;
  readonly end: string;
  readonly items: readonly Item[];
}
/** A paragraph without a question. */
export interface Notice {
  readonly kind: 'notice';
  /** Id of its words. */
  readonly wordsId: string;
  readonly text: string;
  readonly links?: readonly { readonly id: string; readonly label: string; readonly href: string }[];
}

export type Item =
  | Question
  | Section
  | Group
  | Row
  | CheckGroup
  | MonthYear
  | Conditional
  | TabGroup
  | Repeater
  | DateWindow
  | Notice;

export function isQuestion(item: Item): item is Question {
  return isKind(item.kind);
}

function itemsInside(item: Item): readonly Item[] {
  if (isQuestion(item)) return [];
  switch (item.kind) {
    case 'section':
    case 'group':
    case 'conditional':
    case 'date-window':
      return item.items;
    case 'row':
      return item.questions;
    case 'check-group':
      return item.checks;
    case 'month-year':
      return [item.month, item.year];
    case 'tab-group':
      return item.tabs.flatMap((tab) => tab.items);
    case 'repeater':
      return item.components.flat();
    case 'notice':
      return [];
  }
}

/** All items, with those inside them, in the order of the form. */
export const allItems = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...allItems(itemsInside(item))]);

export interface Page<K extends string = string> extends HasKeys<K> {
  /** Also the last part of its address. */
  readonly id: string;
  /** The words of the top navigation. */
  readonly navLabel: string;
  readonly title: string;
  readonly intro?: string;
  readonly items: readonly Item[];
}

/** The meanings that code looks questions up by. A form need not have all of them. */
export type Role =
  | 'given_name'
  | 'middle_name'
  | 'family_name'
  | 'name_suffix'
  | 'preferred_name'
  | 'email'
  | 'phone'
  | 'mobile_phone'
  | 'international_phone'
  | 'birth_date'
  | 'term'
  | 'major'
  | 'state'
  | 'country'
  | 'school'
  | 'school_state'
  | 'graduation_month'
  | 'graduation_year'
  | 'counselor_given_name'
  | 'counselor_family_name'
  | 'counselor_email'
  | 'counselor_waiver'
  | 'gpa'
  | 'gpa_scale'
  | 'gpa_other_scale';

/** The keys of the questions that have these roles. */
export type Roles<K extends string = string> = Readonly<Partial<Record<Role, K>>>;

/** The words of a form by id, in the order of its pages: 'about/name.title', 'first_name.label', 'yes_no/yes'. */
export type FormWords<Id extends string = string> = Readonly<Record<Id, string>>;

/** The words of a form in another language. */
export interface FormTranslation {
  /** BCP 47, such as es-US: for the names of countries, languages and months, which Intl has. */
  readonly locale: string;
  readonly words: FormWords;
}

/** The whole application, in page order. */
export interface FormDefinition<K extends string = string> extends HasKeys<K> {
  readonly pages: readonly Page[];
  readonly roles?: Roles<K>;
  /** None in a browser, which loads one language. */
  readonly translations?: readonly FormTranslation[];
  /** The migrations of its releases, oldest first. */
  readonly migrations?: readonly Migration[];
}

type KeyOfItem<I> = I extends HasKeys<infer K> ? K : never;
/** The union of the answer keys inside a list of items, tabs or pages, with the keys beside them such as _desc. */
export type KeysOf<Items extends readonly object[]> = KeyOfItem<Items[number]>;
