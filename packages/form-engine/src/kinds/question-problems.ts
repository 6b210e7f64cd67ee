import { fixedOptions, type OptionList } from '../options.ts';
import { choiceTraitsOf, isChoice, type Question } from './index.ts';

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

/** Contradictions in a question's definition. Not a trait, because the browser never needs it. */
export function questionProblems(question: Question): readonly string[] {
  if (!isChoice(question)) return [];
  return choiceTraitsOf(question)
    .lists(question)
    .flatMap((list) => listProblems(question.key, list));
}
