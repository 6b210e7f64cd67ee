import {
  type ChoiceQuestion,
  type Option,
  optionsOf,
  type QuestionOf,
  type SelectQuestion,
  traitsOf,
} from '@firstyear/form-engine';
import { Select } from '@firstyear/ui/select.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useMemo } from 'react';
import { useAnswer, useAnswerStore, useIsNeeded, useTextAnswer } from '../../answers/hooks.ts';
import { QuestionField } from '../question-field.tsx';
import { LineInput } from './text.tsx';

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

/** A select; a line of text where another answer controls the choices and there is no list for it. */
export function SelectEdit({ question }: { readonly question: QuestionOf<'select' | 'conditional-select'> }) {
  const words = useWords(formPage);
  const [value, change] = useTextAnswer(question.key);
  const options = useOptions(question);
  return (
    <QuestionField question={question}>
      {(aria) =>
        options === 'text' ? (
          <LineInput question={question} {...aria} />
        ) : (
          <Select
            {...aria}
            name={question.key}
            autoComplete={question.autocomplete ?? 'off'}
            value={value}
            options={options}
            placeholder={words.chooseOne}
            onChoose={change}
          />
        )
      }
    </QuestionField>
  );
}

/** A select without a visible label, for a question that is one part of an answer. */
export function PartSelect(props: {
  readonly question: SelectQuestion;
  readonly label: string;
  readonly placeholder: string;
  readonly isWrong: boolean;
  /** The id of the errors; undefined: there are none. */
  readonly errorsAt: string | undefined;
}) {
  const { question, label, placeholder, isWrong, errorsAt } = props;
  const [value, change] = useTextAnswer(question.key);
  const options = useOptions(question);
  return (
    <Select
      id={question.key}
      name={question.key}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={errorsAt}
      aria-required={useIsNeeded(question) || undefined}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      options={options === 'text' ? [] : options}
      onChoose={change}
    />
  );
}
