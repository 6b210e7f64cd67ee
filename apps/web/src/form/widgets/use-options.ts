import { type ChoiceQuestion, type Option, optionsOf, traitsOf } from '@firstyear/form-engine';
import { useMemo } from 'react';
import { useAnswer, useAnswerStore } from '../../answers/hooks.ts';

/** The choices of a question for the present answers, or 'text'. The list stays the same while nothing controls it. */
export function useOptions(question: ChoiceQuestion): readonly Option[] | 'text' {
  const store = useAnswerStore();
  const followed = traitsOf(question).follows(question);
  const answer = useAnswer(followed ?? question.key);
  const controlling = followed === undefined ? '' : answer;
  return useMemo(() => {
    const { answers } = store.getState();
    const present = followed === undefined ? answers : { ...answers, [followed]: controlling };
    return optionsOf(question, present, store.moment());
  }, [question, store, followed, controlling]);
}
