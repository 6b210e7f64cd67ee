import { type Answers, type Moment, textOf } from '../answers.ts';
import { answered } from '../condition.ts';
import { type KindTraits, PLAIN_TRAITS, parseText } from '../kind-traits.ts';
import type { KindWords } from '../kind-words.ts';
import { errorLabelOf, type Given, type QuestionBase } from '../question.ts';
import type { Rule } from '../rules.ts';
import { type SelectQuestion, selectTraits } from './choice.ts';

/** The accepted numbers; limits are inclusive. Steps count from the minimum, or from 0. */
export interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
}

/**
 * A number with its unit. A fixed unit is a word; one that the applicant chooses is a question with its own key, which is
 * required once there is a number.
 */
export interface NumberQuestion<K extends string = string, U extends string = never>
  extends QuestionBase<K, K | U | `${U}_desc`>,
    NumberLimits {
  readonly kind: 'number';
  readonly unit: string | SelectQuestion<U>;
  /** Limits in place of the question's own, by the value of the chosen unit. */
  readonly limitsByUnit?: Readonly<Record<string, NumberLimits>>;
}

/** Two signatures: for a fixed unit, the key of a unit question would be inferred as string. */
export function number<const K extends string, const U extends string>(
  question: Given<NumberQuestion<K, U>> & { readonly unit: SelectQuestion<U> },
): NumberQuestion<K, U>;
export function number<const K extends string>(
  question: Given<NumberQuestion<K>> & { readonly unit: string },
): NumberQuestion<K>;
export function number(question: Given<NumberQuestion<string, string>>): NumberQuestion<string, string> {
  const { unit } = question;
  if (typeof unit === 'string') return { kind: 'number', ...question };
  const rules: readonly Rule[] = [...(unit.rules ?? []), { rule: 'needed-when', when: answered(question.key) }];
  return { kind: 'number', ...question, unit: { ...unit, rules } };
}

/** Room for any number that means something to a person. */
const MAX_LENGTH = 20;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** The rounding error, in steps, of dividing a number such as 0.3 by 0.1. */
const ROUNDING = 1e-9;

function limitsOf(question: NumberQuestion<string, string>, answers: Answers): NumberLimits {
  if (typeof question.unit === 'string') return question;
  const unit = textOf(answers, question.unit.key);
  const byUnit = question.limitsByUnit ?? {};
  return (Object.hasOwn(byUnit, unit) ? byUnit[unit] : undefined) ?? question;
}

function unitWords(
  question: NumberQuestion<string, string>,
  answers: Answers,
  moment: Moment,
  words: KindWords,
): string {
  const { unit } = question;
  return typeof unit === 'string' ? unit : selectTraits.toText(unit, answers, moment, words);
}

/** A valid number. */
function exampleOf({ minimum, maximum, step = 1 }: NumberLimits): number {
  const next = Number(((minimum ?? 0) + step).toFixed(9));
  return maximum === undefined || next <= maximum ? next : (minimum ?? maximum);
}

/** The message about an invalid number; undefined when it is valid. */
function problemOf(
  label: string,
  value: string,
  limits: NumberLimits,
  unit: string,
  words: KindWords,
): string | undefined {
  const { minimum, maximum, step } = limits;
  const example = exampleOf(limits);
  if (!NUMBER.test(value)) return words.number({ label, example });
  const amount = Number(value);
  const isBelow = minimum !== undefined && amount < minimum;
  const isAbove = maximum !== undefined && amount > maximum;
  if (isBelow || isAbove) {
    const measured = (limit: number) => [limit, unit].filter((part) => part !== '').join(' ');
    if (minimum === undefined) return words.atMost({ label, maximum: measured(maximum ?? 0) });
    if (maximum === undefined) return words.atLeast({ label, minimum: measured(minimum) });
    return words.fromTo({ label, minimum, maximum: measured(maximum) });
  }
  if (step === undefined) return undefined;
  const steps = (amount - (minimum ?? 0)) / step;
  if (Math.abs(steps - Math.round(steps)) <= ROUNDING * Math.max(1, Math.abs(steps))) return undefined;
  const isWhole = step === 1 && Number.isInteger(minimum ?? 0);
  return isWhole ? words.wholeNumber({ label, example }) : words.inSteps({ label, step, example });
}

export const numberTraits = {
  ...PLAIN_TRAITS,
  fitsColumn: true,
  maxLength: () => MAX_LENGTH,
  parse: (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : parseText(value)),
  carries: ({ unit }) => (typeof unit === 'string' ? [] : [unit]),
  errors: (question, answers, moment, words) => {
    const value = textOf(answers, question.key).trim();
    if (value === '') return [];
    const unit = unitWords(question, answers, moment, words);
    const problem = problemOf(errorLabelOf(question), value, limitsOf(question, answers), unit, words);
    return problem === undefined ? [] : [problem];
  },
  toText: (question, answers, moment, words) => {
    const value = textOf(answers, question.key);
    return value === ''
      ? ''
      : [value, unitWords(question, answers, moment, words)].filter((part) => part !== '').join(' ');
  },
} as const satisfies KindTraits<NumberQuestion<string, string>, SelectQuestion>;
