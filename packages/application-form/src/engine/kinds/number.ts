import { type Answers, type Moment, textOf } from '../answers.ts';
import { answered } from '../condition.ts';
import { type KindTraits, PLAIN_TRAITS, parseText } from '../kind-traits.ts';
import { errorLabelOf, type Given, type QuestionBase } from '../question.ts';
import type { Rule } from '../rules.ts';
import { type SelectQuestion, selectTraits } from './select.ts';

/** Which numbers are taken; every limit is inclusive. Steps are counted from the minimum, or from 0. */
export interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
}

/**
 * A number with its unit. A unit that is always the same is a word, and one key is stored; one that is chosen is a
 * question with a key of its own, which has to be answered as soon as the number is.
 */
export interface NumberQuestion<K extends string = string, U extends string = never>
  extends QuestionBase<K, K | U | `${U}_desc`>,
    NumberLimits {
  readonly kind: 'number';
  readonly unit: string | SelectQuestion<U>;
  /** Limits in place of the question's own, by the value of the chosen unit. */
  readonly limitsByUnit?: Readonly<Record<string, NumberLimits>>;
}

const unitOfAnswer = (key: string, label: string): Rule => ({
  rule: 'needed-when',
  when: answered(key),
  message: `${label}: Please choose the unit.`,
});

/** Two signatures, because the key of a unit that is not chosen would be inferred as just a string. */
export function number<const K extends string, const U extends string>(
  question: Given<NumberQuestion<K, U>> & { readonly unit: SelectQuestion<U> },
): NumberQuestion<K, U>;
export function number<const K extends string>(
  question: Given<NumberQuestion<K>> & { readonly unit: string },
): NumberQuestion<K>;
export function number(question: Given<NumberQuestion<string, string>>): NumberQuestion<string, string> {
  const { unit } = question;
  if (typeof unit === 'string') return { kind: 'number', ...question };
  const rules = [...(unit.rules ?? []), unitOfAnswer(question.key, question.errorLabel ?? question.label)];
  return { kind: 'number', ...question, unit: { ...unit, rules } };
}

/** Room for any number that means something to a person. */
const MAX_LENGTH = 20;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** What division leaves over, in steps, when a number such as 0.3 is a multiple of one such as 0.1. */
const ROUNDING = 1e-9;

function limitsOf(question: NumberQuestion<string, string>, answers: Answers): NumberLimits {
  if (typeof question.unit === 'string') return question;
  const unit = textOf(answers, question.unit.key);
  const byUnit = question.limitsByUnit ?? {};
  return (Object.hasOwn(byUnit, unit) ? byUnit[unit] : undefined) ?? question;
}

function unitWords(question: NumberQuestion<string, string>, answers: Answers, moment: Moment): string {
  return typeof question.unit === 'string' ? question.unit : selectTraits.toText(question.unit, answers, moment);
}

/** A number that would be taken. */
function exampleOf({ minimum, maximum, step = 1 }: NumberLimits): number {
  const next = Number(((minimum ?? 0) + step).toFixed(9));
  return maximum === undefined || next <= maximum ? next : (minimum ?? maximum);
}

/** What a number has to be, after 'Please enter'; undefined when it is that. */
function expectation(value: string, limits: NumberLimits, unit: string): string | undefined {
  const { minimum, maximum, step } = limits;
  const example = `for example ${exampleOf(limits)}`;
  if (!NUMBER.test(value)) return `a number, ${example}`;
  const given = Number(value);
  const isBelow = minimum !== undefined && given < minimum;
  const isAbove = maximum !== undefined && given > maximum;
  if (isBelow || isAbove) {
    const measured = (limit: number) => [limit, unit].filter((part) => part !== '').join(' ');
    if (minimum === undefined) return `a number of at most ${measured(maximum ?? 0)}`;
    if (maximum === undefined) return `a number of at least ${measured(minimum)}`;
    return `a number from ${minimum} to ${measured(maximum)}`;
  }
  if (step === undefined) return undefined;
  const steps = (given - (minimum ?? 0)) / step;
  if (Math.abs(steps - Math.round(steps)) <= ROUNDING * Math.max(1, Math.abs(steps))) return undefined;
  const isWhole = step === 1 && Number.isInteger(minimum ?? 0);
  return isWhole ? `a whole number, ${example}` : `a number in steps of ${step}, ${example}`;
}

export const numberTraits = {
  ...PLAIN_TRAITS,
  fitsColumn: true,
  maxLength: () => MAX_LENGTH,
  parse: (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : parseText(value)),
  carries: ({ unit }) => (typeof unit === 'string' ? [] : [unit]),
  errors: (question, answers, moment) => {
    const value = textOf(answers, question.key).trim();
    if (value === '') return [];
    const expected = expectation(value, limitsOf(question, answers), unitWords(question, answers, moment));
    return expected === undefined ? [] : [`${errorLabelOf(question)}: Please enter ${expected}.`];
  },
  toText: (question, answers, moment) => {
    const value = textOf(answers, question.key);
    return value === '' ? '' : [value, unitWords(question, answers, moment)].filter((part) => part !== '').join(' ');
  },
} as const satisfies KindTraits<NumberQuestion<string, string>, SelectQuestion>;
