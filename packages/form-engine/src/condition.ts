import { type Answers, type AnswerValue, answerOf, isAnswered } from './answers.ts';

export const OPERATORS = [
  'notEquals',
  'equals',
  'lt',
  'lte',
  'gt',
  'gte',
  'notAnswered',
  'answered',
  'in',
  'notIn',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** One comparison of a stored answer ([COND-02]). */
export type Condition =
  | { readonly valueKey: string; readonly operator: 'answered' | 'notAnswered' }
  | { readonly valueKey: string; readonly operator: 'equals' | 'notEquals'; readonly target: AnswerValue }
  | { readonly valueKey: string; readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly target: number }
  | { readonly valueKey: string; readonly operator: 'in' | 'notIn'; readonly target: readonly AnswerValue[] };

/** A condition, or several that must all hold, or of which one must hold. */
export type When = Condition | { readonly allOf: readonly When[] } | { readonly anyOf: readonly When[] };

export const answered = (valueKey: string): Condition => ({ valueKey, operator: 'answered' });
export const notAnswered = (valueKey: string): Condition => ({ valueKey, operator: 'notAnswered' });
export const equals = (valueKey: string, target: AnswerValue): Condition => ({ valueKey, operator: 'equals', target });
export const notEquals = (valueKey: string, target: AnswerValue): Condition => ({
  valueKey,
  operator: 'notEquals',
  target,
});
export const isOneOf = (valueKey: string, target: readonly AnswerValue[]): Condition => ({
  valueKey,
  operator: 'in',
  target,
});
export const isNoneOf = (valueKey: string, target: readonly AnswerValue[]): Condition => ({
  valueKey,
  operator: 'notIn',
  target,
});
export const allOf = (...conditions: readonly When[]): When => ({ allOf: conditions });
export const anyOf = (...conditions: readonly When[]): When => ({ anyOf: conditions });

/** The stored value as a number; NaN, for which no comparison holds, when it is not one. */
function numberOf(value: AnswerValue): number {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function conditionHolds(condition: Condition, answers: Answers): boolean {
  const value = answerOf(answers, condition.valueKey);
  switch (condition.operator) {
    case 'answered':
      return isAnswered(value);
    case 'notAnswered':
      return !isAnswered(value);
    case 'equals':
      return value === condition.target;
    case 'notEquals':
      return value !== condition.target;
    case 'lt':
      return numberOf(value) < condition.target;
    case 'lte':
      return numberOf(value) <= condition.target;
    case 'gt':
      return numberOf(value) > condition.target;
    case 'gte':
      return numberOf(value) >= condition.target;
    case 'in':
      return condition.target.includes(value);
    case 'notIn':
      return !condition.target.includes(value);
  }
}

export function holds(when: When, answers: Answers): boolean {
  if ('allOf' in when) return when.allOf.every((item) => holds(item, answers));
  if ('anyOf' in when) return when.anyOf.some((item) => holds(item, answers));
  return conditionHolds(when, answers);
}

export function comparisonsOf(when: When): readonly Condition[] {
  if ('allOf' in when) return when.allOf.flatMap(comparisonsOf);
  if ('anyOf' in when) return when.anyOf.flatMap(comparisonsOf);
  return [when];
}

/** The keys that a condition reads, each once. */
export function conditionKeys(when: When): readonly string[] {
  return [...new Set(comparisonsOf(when).map((condition) => condition.valueKey))];
}
