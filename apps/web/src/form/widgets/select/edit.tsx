import type { QuestionOf } from '@firstyear/application-form';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { QuestionField } from '../../question-field.tsx';
import { NativeSelect } from './native-select.tsx';
import { useOptions } from './use-choice.ts';

export function SelectEdit({ question }: { readonly question: QuestionOf<'select'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const options = useOptions(question);
  return (
    <QuestionField question={question}>
      {(aria) => (
        <NativeSelect
          {...aria}
          name={question.key}
          autoComplete={question.autocomplete ?? 'off'}
          value={value}
          options={options === 'text' ? [] : options}
          onChange={(event) => store.change(question.key, event.currentTarget.value)}
        />
      )}
    </QuestionField>
  );
}
