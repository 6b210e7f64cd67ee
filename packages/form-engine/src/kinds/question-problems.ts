import { fixedOptions, type OptionList } from '../options.ts';
import { choiceTraitsOf, isChoice, type Question } from './index.ts';
import type { NumberLimits, NumberQuestion } from './number.ts';

function listProblems(key: string, list: OptionList): readonly string[] {
  const options = fixedOptions(list);
  if (options === undefined) return [];
  if (options.length === 0) return [`'${key}' offers no choice.`];
  const values = options.map((option) => option.value);
  const unnamed = options.filter((option) => option.label.trim() === '').map((option) => option.value);
  return [
    ...(new Set(values).size === values.length ? [] : [`'${key}' offers a value twice.`]),
    ...unnamed.map((value) => `'${key}' offers '${value}' without a label.`),
  ];
}

function limitProblems(key: string, { minimum, maximum, step }: NumberLimits): readonly string[] {
  const problems: string[] = [];
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    problems.push(`'${key}' takes no number: ${minimum} is above ${maximum}.`);
  }
  if (step !== undefined && !(step > 0)) problems.push(`The step of '${key}' is ${step}; it must be above 0.`);
  return problems;
}

function numberProblems({
  key,
  unit,
  limitsByUnit = {},
  ...limits
}: NumberQuestion<string, string>): readonly string[] {
  const units = Object.entries(limitsByUnit);
  const problems = [limits, ...units.map(([, own]) => own)].flatMap((item) => limitProblems(key, item));
  if (typeof unit === 'string') {
    if (unit.trim() === '') problems.push(`'${key}' has no unit.`);
    if (units.length > 0) problems.push(`'${key}' has limits by unit, but its unit is always the same.`);
    return problems;
  }
  const offered = fixedOptions(unit.options)?.map((option) => option.value);
  for (const [value] of units) {
    if (offered && !offered.includes(value)) {
      problems.push(`'${key}' has limits for '${value}', which is no unit of it.`);
    }
  }
  return problems;
}

/** Contradictions in a question's definition. Not a trait, because the browser never needs it. */
export function questionProblems(question: Question): readonly string[] {
  if (isChoice(question)) {
    return choiceTraitsOf(question)
      .lists(question)
      .flatMap((list) => listProblems(question.key, list));
  }
  return question.kind === 'number' ? numberProblems(question) : [];
}
