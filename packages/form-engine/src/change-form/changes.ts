import type { Item, Section } from '../form.ts';
import type { OptionList } from '../options.ts';

/**
 * A place in a form by name: right after or before a part, or at the end of a page, section, group, condition's or tab's
 * content. A part's name is a question's key, `page/section`, `tab group/tab`, the id of a tab group or repeater, or the
 * wordsId of a group, check group or notice; a pair of month and year goes by the key of either.
 */
export type FormPlace = { readonly after: string } | { readonly before: string } | { readonly in: string };

/** Confirms a change to a part that the product relies on: a required question, or one with a role. */
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

/** Adds questions, or groups of them. Their keys begin with the partner's prefix. */
export const addQuestions = (at: FormPlace, items: readonly Item[]): FormChange => ({ change: 'add', at, items });

export const addSection = (at: FormPlace, section: Section): FormChange => addQuestions(at, [section]);

/** Removes a question, a section or any other named part, with everything inside. */
export const leaveOut = (name: string, more: IfFixed = {}): FormChange => ({ change: 'leaveOut', name, ...more });

/** Changes words of a part or page; the others stay. */
export const words = (name: string, said: Words): FormChange => ({ change: 'words', name, words: said });

export const require = (key: string): FormChange => ({ change: 'require', name: key });
export const optional = (key: string, more: IfFixed = {}): FormChange => ({ change: 'optional', name: key, ...more });

/** Replaces the choices of a select or radio. */
export const options = (key: string, list: OptionList): FormChange => ({ change: 'options', name: key, options: list });

export const move = (name: string, at: FormPlace): FormChange => ({ change: 'move', name, at });
