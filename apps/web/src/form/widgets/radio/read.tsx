import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswer } from '../../../answers/hooks.ts';
import { ReadChoices, ReadMark } from '../../read-answer.tsx';
import { useOptions } from '../use-options.ts';

/** Every choice, the chosen one with [X]. */
export function RadioRead({ question }: { readonly question: QuestionOf<'radio'> }) {
  const value = useAnswer(question.key);
  const options = useOptions(question);
  if (options === 'text') return null;
  return (
    <ReadChoices label={paperLabelOf(question)}>
      {options.map((option) => (
        <ReadMark key={option.value} isOn={value === option.value} label={option.label} />
      ))}
    </ReadChoices>
  );
}
