import { ANSWERED, isAnswered, type Rule, textOf } from '../../engine/index.ts';

/** A month with its year, or ANSWERED alone. One message covers the pair (AMB-132). */
export const monthWithYear = (year: string, message: string): Rule => ({
  reads: [year],
  check: (value, { answers }) =>
    isAnswered(value) && (textOf(answers, year) !== '' || value === ANSWERED) ? undefined : message,
});
