import { type ChoiceQuestion, type Option, optionsOf } from '@firstyear/application-form';
import { useMemo } from 'react';
import { useAnswer, useAnswerStore } from '../../../answers/hooks.ts';

/** The choices of a question for the present answers, or 'text'. The list stays the same while nothing controls it. */
export function useOptions(question: ChoiceQuestion): readonly Option[] | 'text' {
  const store = useAnswerStore();
  const controlling = useAnswer(question.kind === 'conditional-select' ? question.options.controlledBy : question.key);
  const watched = question.kind === 'conditional-select' ? controlling : '';
  return useMemo(() => {
    const { answers } = store.getState();
    const seen =
      question.kind === 'conditional-select' ? { ...answers, [question.options.controlledBy]: watched } : answers;
    return optionsOf(question, seen, store.moment());
  }, [question, store, watched]);
}
