import type { NamedList, Option, OptionList } from '../options.ts';
import { ALPHA_2 } from './countries.ts';

/** The lists of codes. */
const CODES = ['countries', 'languages', 'months'];

/** Whether a choice is a code, which Intl names in every language. */
export const isNamedByCode = ({ id }: NamedList, { value }: Option): boolean => CODES.includes(id) && value.length <= 3;

const month = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return (number: string) => format.format(Date.UTC(2000, Number(number) - 1));
};

const displayNames = (locale: string, type: 'region' | 'language') =>
  new Intl.DisplayNames(locale, { type, fallback: 'none', languageDisplay: 'standard' });

/**
 * Translates lists of countries, languages and months (locale: BCP 47) and sorts them: the first choices of a list stay
 * first, choices that are no codes come last. A code that Intl has no name for keeps its own.
 */
export function namesIn(locale: string): (list: OptionList) => OptionList {
  const collator = new Intl.Collator(locale);
  const countries = displayNames(locale, 'region');
  const languages = displayNames(locale, 'language');
  const namers = new Map<string, (code: string) => string | undefined>([
    ['countries', (code) => countries.of(ALPHA_2.get(code) ?? code)],
    ['languages', (code) => languages.of(code)],
    ['months', month(locale)],
  ]);
  return (list) => {
    if (!('kind' in list) || list.kind === 'years') return list;
    const { id, first } = list;
    const nameOf = namers.get(id);
    if (nameOf === undefined) return list;
    const translated = list.options.map((option) =>
      isNamedByCode(list, option) ? { ...option, label: nameOf(option.value) ?? option.label } : option,
    );
    const [codes, others] = [true, false].map((isCode) =>
      translated.slice(first).filter((option) => isNamedByCode(list, option) === isCode),
    );
    const sorted = codes?.toSorted((a, b) => collator.compare(a.label, b.label)) ?? [];
    return { ...list, options: [...translated.slice(0, first), ...sorted, ...(others ?? [])] };
  };
}

/** A run of at least this many choices in alphabetical order is in that order on purpose. */
const ALPHABETICAL = 5;

/** Splits a list into runs of choices in alphabetical order. */
function alphabeticalRuns(options: readonly Option[]): readonly (readonly Option[])[] {
  const { compare } = new Intl.Collator('en');
  const runs: Option[][] = [];
  for (const option of options) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && compare(last.label, option.label) < 0) runs.at(-1)?.push(option);
    else runs.push([option]);
  }
  return runs;
}

/**
 * Sorts translated choices (locale: BCP 47) wherever the English ones are in alphabetical order, such as majors, or states
 * and then territories: “Undecided” stays first, “Another religion” last.
 */
export function sortedAs(locale: string): (english: readonly Option[], translated: readonly Option[]) => Option[] {
  const { compare } = new Intl.Collator(locale);
  return (english, translated) => {
    let start = 0;
    return alphabeticalRuns(english).flatMap(({ length }) => {
      const run = translated.slice(start, start + length);
      start += length;
      return length < ALPHABETICAL ? run : run.toSorted((a, b) => compare(a.label, b.label));
    });
  };
}
