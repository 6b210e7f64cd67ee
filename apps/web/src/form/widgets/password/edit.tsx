import { maxLengthOf, type QuestionOf } from '@firstyear/form-engine';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { QuestionField } from '../../question-field.tsx';

export function PasswordEdit({ question }: { readonly question: QuestionOf<'password'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  return (
    <QuestionField question={question}>
      {(aria) => (
        <TextInput
          {...aria}
          type="password"
          name={question.key}
          autoComplete="off"
          maxLength={maxLengthOf(question)}
          value={value}
          onChange={(event) => store.change(question.key, event.currentTarget.value)}
        />
      )}
    </QuestionField>
  );
}
