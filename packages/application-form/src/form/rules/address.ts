import { isBlank, type Rule, textOf } from '../../engine/index.ts';

const ZIP_MIN_LENGTH = 5;

/** A state or province is needed in the countries that sort their mail by it. */
export const stateInUsaAndCanada = (country: string): Rule => ({
  reads: [country],
  check: (value, { answers, label }) =>
    isBlank(value) && ['USA', 'CAN'].includes(textOf(answers, country)) ? label : undefined,
});

/** A ZIP code is needed in the United States. */
export const zipInUsa = (country: string): Rule => ({
  reads: [country],
  check: (value, { answers, label }) => (isBlank(value) && textOf(answers, country) === 'USA' ? label : undefined),
});

/** A ZIP code of the United States that is given is whole (AMB-138, AMB-139). */
export const wholeZip = (country: string): Rule => ({
  reads: [country],
  check: (value, { answers }) =>
    typeof value === 'string' &&
    !isBlank(value) &&
    value.trim().length < ZIP_MIN_LENGTH &&
    textOf(answers, country) === 'USA'
      ? `ZIP/Postal Code must be at least ${ZIP_MIN_LENGTH} characters.`
      : undefined,
});
