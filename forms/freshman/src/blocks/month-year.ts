import { monthYear, type OptionList, type Rule, select } from '@firstyear/form-engine';
import { MONTHS } from '@firstyear/form-engine/lists/common';

interface MonthYearWords {
  readonly legend: string;
  readonly hint?: string;
  readonly years: OptionList;
  readonly required?: true;
  /** Rules of the pair, shown at the month. */
  readonly rules?: readonly Rule[];
}

/** A month and a year under one legend; their keys begin with the prefix. */
export const monthAndYear = <const P extends string>(prefix: P, words: MonthYearWords) => {
  const { legend, hint, years, required, rules } = words;
  return monthYear({
    legend,
    ...(hint && { hint }),
    ...(required && { required }),
    month: select({
      key: `${prefix}month`,
      label: 'Month',
      options: MONTHS,
      ...(rules && { rules }),
    }),
    year: select({ key: `${prefix}year`, label: 'Year', options: years }),
  });
};
