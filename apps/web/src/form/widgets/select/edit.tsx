import type { QuestionOf } from '@firstyear/form-engine';
import { Select } from '@firstyear/ui/select.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { QuestionField } from '../../question-field.tsx';
import { useOptions } from '../use-options.ts';

export function SelectEdit({ question }: { readonly question: QuestionOf<'select'> }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const options = useOptions(question);
  return (
    <QuestionField question={question}>
      {(aria) => (
        <Select
          {...aria}
          name={question.key}
          autoComplete={question.autocomplete ?? 'off'}
          value={value}
          options={options === 'text' ? [] : options}
          placeholder={words.chooseOne}
          onChoose={(chosen) => store.change(question.key, chosen)}
        />
      )}
    </QuestionField>
  );
}
