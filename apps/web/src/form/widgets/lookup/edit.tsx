import { maxLengthOf, type QuestionOf } from '@firstyear/application-form';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { QuestionField } from '../../question-field.tsx';

/** A line of text; whatever is typed is an answer. Suggestions are not drawn here yet. */
export function LookupEdit({ question }: { readonly question: QuestionOf<'lookup'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  return (
    <QuestionField question={question}>
      {(aria) => (
        <TextInput
          {...aria}
          type="text"
          name={question.key}
          autoComplete={question.autocomplete ?? 'off'}
          maxLength={maxLengthOf(question)}
          value={value}
          onChange={(event) => store.change(question.key, event.currentTarget.value)}
        />
      )}
    </QuestionField>
  );
}
