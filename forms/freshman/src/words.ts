import type { FormWords } from '@firstyear/form-engine';
import type about from '../words/en/about.json';
import type education from '../words/en/education.json';
import type finalSteps from '../words/en/final-steps.json';
import type { FreshmanPartner } from './partner.ts';

/**
 * The form's own words in another language, by page: the files of words/<language>/. A university's words, such as those of
 * its options, are in its own folder.
 */
export interface FreshmanWords {
  readonly about: FormWords<keyof typeof about>;
  readonly education: FormWords<keyof typeof education>;
  readonly 'final-steps': FormWords<keyof typeof finalSteps>;
}

/** The university's values for words with braces, such as '{name}'. */
type Values = Pick<FreshmanPartner, 'name' | 'act_code' | 'sat_code' | 'minimum_age'>;

/** All words by id, with the university's values filled in. */
export function freshmanWords(pages: FreshmanWords, { name, act_code, sat_code, minimum_age }: Values): FormWords {
  const values: Readonly<Record<string, string | number>> = { name, act_code, sat_code, minimum_age };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (braces, value: string) => String(values[value] ?? braces));
  const words = Object.values(pages).flatMap((page) => Object.entries<string>(page));
  return Object.fromEntries(words.map(([id, text]) => [id, fill(text)]));
}
