type Say<Name extends string> = (values: Readonly<Record<Name, string | number>>) => string;

/** The messages of kinds of questions, in the language of a form: the engine itself has no words. */
export interface KindWords {
  readonly number: Say<'label' | 'example'>;
  readonly wholeNumber: Say<'label' | 'example'>;
  readonly inSteps: Say<'label' | 'step' | 'example'>;
  readonly atLeast: Say<'label' | 'minimum'>;
  readonly atMost: Say<'label' | 'maximum'>;
  readonly fromTo: Say<'label' | 'minimum' | 'maximum'>;
  readonly tooLong: Say<'label' | 'count' | 'limit'>;
  readonly documentAttached: string;
  readonly day: Say<'month' | 'day' | 'year'>;
  /** The months of the year, space-separated. */
  readonly months: string;
}

/**
 * Writes out a calendar day, 'May 4, 2008'; text that is not YYYY-MM-DD stays. Not by Intl, whose date formats take 45 ms to
 * load at every print.
 */
export function toWrittenDay(text: string, words: Pick<KindWords, 'day' | 'months'>): string {
  const [, year = '', number, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const month = words.months.split(' ')[Number(number) - 1];
  return month === undefined ? text : words.day({ month, day: Number(day), year });
}
