import { type Answers, type Moment, textOf } from './answers.ts';

/** One choice: the stored value and the label a person reads. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * A list of years, built from a count, a start year (default: the current one) and a direction.
 * yearsAgo moves the start back, so that a list into the future can hold the years just past too: who graduated already applies as well.
 */
export interface YearList {
  readonly kind: 'years';
  readonly count: number;
  readonly start?: number;
  readonly yearsAgo?: number;
  readonly direction: 'future' | 'past';
}

/** Choices that several questions or forms offer: they are translated once. */
export interface NamedList {
  readonly kind: 'list';
  /** countries, languages and months are codes, whose names need no translation; a value of more than three characters is none. */
  readonly id: string;
  /** How many choices stand before the others, whatever their names. */
  readonly first: number;
  readonly options: readonly Option[];
}

export type OptionList = readonly Option[] | NamedList | YearList;

/** The choices of a list that are the same at every moment; undefined for years. */
export function fixedOptions(list: OptionList): readonly Option[] | undefined {
  if (!('kind' in list)) return list;
  return list.kind === 'list' ? list.options : undefined;
}

/** The choices of a conditional select: a list per value of the controlling answer. */
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
  return Array.from({ length: list.count }, (_, index) => {
    const year = String(start + index * step);
    return { value: year, label: year };
  });
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
