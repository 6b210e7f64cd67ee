import { type Answers, type Moment, textOf } from './answers.ts';

/** One choice: the stored value and the label a person reads. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * A list of years: a count, a start year (the current one by default) and a direction. yearsAgo moves the start back, so that
 * a list of future years includes recent ones, for applicants who have already graduated. earlier: how many
 * years before the first one follow, newest first.
 */
export interface YearList {
  readonly kind: 'years';
  readonly count: number;
  readonly start?: number;
  readonly yearsAgo?: number;
  readonly earlier?: number;
  readonly direction: 'future' | 'past';
}

/** Choices that several questions or forms share: they are translated once. */
export interface NamedList {
  readonly kind: 'list';
  /** The values of countries, languages and months are codes, whose names Intl translates, unless longer than three characters. */
  readonly id: string;
  /** How many choices stay first when the others are sorted. */
  readonly first: number;
  readonly options: readonly Option[];
}

export type OptionList = readonly Option[] | NamedList | YearList;

/** The choices of a list; undefined for years, which depend on the moment. */
export function fixedOptions(list: OptionList): readonly Option[] | undefined {
  if (!('kind' in list)) return list;
  return list.kind === 'list' ? list.options : undefined;
}

/** The choices of a conditional select: a list for each value of the controlling answer. */
export interface OptionsByAnswer {
  readonly controlledBy: string;
  readonly cases: Readonly<Record<string, OptionList>>;
  /** While the controlling question is not answered. */
  readonly unanswered: OptionList;
  /** For any other value the question becomes a line of text. */
  readonly otherwise: 'text';
}

function yearOptions(list: YearList, moment: Moment): readonly Option[] {
  const start = (list.start ?? Number(moment.today.slice(0, 4))) - (list.yearsAgo ?? 0);
  const step = list.direction === 'future' ? 1 : -1;
  const years = Array.from({ length: list.count }, (_, index) => start + index * step);
  const earlier = Array.from({ length: list.earlier ?? 0 }, (_, index) => Math.min(...years) - 1 - index);
  return [...years, ...earlier].map((year) => ({ value: String(year), label: String(year) }));
}

/** The choices of a list at this moment. */
export function listOptions(list: OptionList, moment: Moment): readonly Option[] {
  return 'kind' in list && list.kind === 'years' ? yearOptions(list, moment) : (fixedOptions(list) ?? []);
}

/** The choices of a conditional select for these answers, or 'text' when the applicant writes the answer. */
export function conditionalOptions(
  options: OptionsByAnswer,
  answers: Answers,
  moment: Moment,
): readonly Option[] | 'text' {
  const controlling = textOf(answers, options.controlledBy);
  if (controlling === '') return listOptions(options.unanswered, moment);
  const list = Object.hasOwn(options.cases, controlling) ? options.cases[controlling] : undefined;
  return list === undefined ? options.otherwise : listOptions(list, moment);
}
