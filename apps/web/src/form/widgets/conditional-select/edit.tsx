import { DEFAULT_MAX_LENGTH, type QuestionOf } from '@firstyear/form-engine';
import { Select } from '@firstyear/ui/select.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { QuestionField } from '../../question-field.tsx';
import { useOptions } from '../use-options.ts';

/** A select whose choices follow another answer; a line of text where there is no list. */
export function ConditionalSelectEdit({ question }: { readonly question: QuestionOf<'conditional-select'> }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const options = useOptions(question);
  const common = { name: question.key, autoComplete: question.autocomplete ?? 'off', value };
  return (
    <QuestionField question={question}>
      {(aria) =>
        options === 'text' ? (
          <TextInput
            {...aria}
            {...common}
            maxLength={DEFAULT_MAX_LENGTH}
            onChange={(event) => store.change(question.key, event.currentTarget.value)}
          />
        ) : (
          <Select
            {...aria}
            {...common}
            options={options}
            placeholder={words.chooseOne}
            onChoose={(chosen) => store.change(question.key, chosen)}
          />
        )
      }
    </QuestionField>
  );
}
