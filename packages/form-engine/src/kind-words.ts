type Say<Name extends string> = (values: Readonly<Record<Name, string | number>>) => string;

/** What questions of some kinds say of their own, in the language of a form: the engine has no words. */
export interface KindWords {
  readonly number: Say<'label' | 'example'>;
  readonly wholeNumber: Say<'label' | 'example'>;
  readonly inSteps: Say<'label' | 'step' | 'example'>;
  readonly atLeast: Say<'label' | 'minimum'>;
  readonly atMost: Say<'label' | 'maximum'>;
  readonly fromTo: Say<'label' | 'minimum' | 'maximum'>;
  readonly documentAttached: string;
  readonly day: Say<'month' | 'day' | 'year'>;
  /** Of the year, with spaces between them. */
  readonly months: string;
}

/** A calendar day as people write it, 'May 4, 2008'; whatever is not YYYY-MM-DD stays as it is. A browser's own date formats take 45 ms to load, at every print. */
export function toWrittenDay(text: string, words: Pick<KindWords, 'day' | 'months'>): string {
  const [, year = '', number, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const month = words.months.split(' ')[Number(number) - 1];
  return month === undefined ? text : words.day({ month, day: Number(day), year });
}
