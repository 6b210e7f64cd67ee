import type { FormWords } from '@firstyear/form-engine';
import type about from '../words/en/about.json';
import type education from '../words/en/education.json';
import type finalSteps from '../words/en/final-steps.json';
import type { FreshmanPartner } from './partner.ts';

/**
 * The words that are this form's own, by page, in another language: a file of words/<language>/ for each page
 * `satisfies FreshmanWords['about']`. Its university's own words, such as those of its options, stand in its folder.
 */
export interface FreshmanWords {
  readonly about: FormWords<keyof typeof about>;
  readonly education: FormWords<keyof typeof education>;
  readonly 'final-steps': FormWords<keyof typeof finalSteps>;
}

/** What a university gives into the words of the form, where they say '{name}'. */
type Values = Pick<FreshmanPartner, 'name' | 'act_code' | 'sat_code' | 'minimum_age'>;

/** All of these words as a university's applicants read them. */
export function freshmanWords(pages: FreshmanWords, { name, act_code, sat_code, minimum_age }: Values): FormWords {
  const values: Readonly<Record<string, string | number>> = { name, act_code, sat_code, minimum_age };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (braces, value: string) => String(values[value] ?? braces));
  const words = Object.values(pages).flatMap((page) => Object.entries<string>(page));
  return Object.fromEntries(words.map(([id, text]) => [id, fill(text)]));
}
