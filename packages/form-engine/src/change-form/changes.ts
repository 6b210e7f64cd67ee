import type { Item, Section } from '../form.ts';
import type { OptionList } from '../options.ts';

/**
 * A place in a form by name: right after or before a part, or at the end of a page, section, group, condition's or tab's
 * content. A part's name is a question's key, `page/section`, `tab group/tab`, the id of a tab group or repeater, or the
 * wordsId of a group, check group or notice; a pair of month and year goes by the key of either.
 */
export type FormPlace = { readonly after: string } | { readonly before: string } | { readonly in: string };

/** Said where a part is left out or made optional that the product counts on: a required question, or one with a role. */
interface IfFixed {
  readonly evenIfFixed?: true;
}

type Words = Readonly<
  Partial<
    Record<'title' | 'intro' | 'navLabel' | 'legend' | 'label' | 'paperLabel' | 'errorLabel' | 'hint' | 'text', string>
  >
>;

/** One change of the product's form, as data. */
export type FormChange =
  | { readonly change: 'add'; readonly at: FormPlace; readonly items: readonly Item[] }
  | ({ readonly change: 'leaveOut'; readonly name: string } & IfFixed)
  | { readonly change: 'words'; readonly name: string; readonly words: Words }
  | { readonly change: 'require'; readonly name: string }
  | ({ readonly change: 'optional'; readonly name: string } & IfFixed)
  | { readonly change: 'options'; readonly name: string; readonly options: OptionList }
  | { readonly change: 'move'; readonly name: string; readonly at: FormPlace };

/** Adds questions, or groups of them, at a place. Their keys carry the partner's prefix. */
export const addQuestions = (at: FormPlace, items: readonly Item[]): FormChange => ({ change: 'add', at, items });

export const addSection = (at: FormPlace, section: Section): FormChange => addQuestions(at, [section]);

/** Leaves out a question, a section or any other part that has a name, with all that is in it. */
export const leaveOut = (name: string, more: IfFixed = {}): FormChange => ({ change: 'leaveOut', name, ...more });

/** Other words of a part, of a page too: only those that are given change. */
export const words = (name: string, said: Words): FormChange => ({ change: 'words', name, words: said });

export const require = (key: string): FormChange => ({ change: 'require', name: key });
export const optional = (key: string, more: IfFixed = {}): FormChange => ({ change: 'optional', name: key, ...more });

/** Other choices of a select or radio. */
export const options = (key: string, list: OptionList): FormChange => ({ change: 'options', name: key, options: list });

export const move = (name: string, at: FormPlace): FormChange => ({ change: 'move', name, at });
