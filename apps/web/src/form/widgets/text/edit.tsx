import { maxLengthOf, type QuestionOf } from '@firstyear/application-form';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { MaskedInput } from '../../masks/masked-input.tsx';
import { SSN_MASK } from '../../masks/ssn-mask.ts';
import { QuestionField } from '../../question-field.tsx';
import { readCleaned } from '../../read-cleaned.ts';
import styles from './edit.module.css';

/** Characters of an answer that has a narrow field. */
const SHORT_ANSWER = 10;

/** ZIP Codes, scores, hours: a field as wide as the page would promise more. */
function isShort(question: QuestionOf<'text'>): boolean {
  const { inputMode } = question;
  return inputMode === 'numeric' || inputMode === 'decimal' || maxLengthOf(question) <= SHORT_ANSWER;
}

/** A line of text; the categories ssn and password shape or hide it. */
export function TextEdit({ question }: { readonly question: QuestionOf<'text'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const { key, category, inputMode, autocomplete = 'off', readOnly } = question;
  return (
    <QuestionField question={question}>
      {(aria) =>
        category === 'ssn' ? (
          <MaskedInput
            {...aria}
            mask={SSN_MASK}
            value={value}
            onValue={(next) => store.change(key, next)}
            inputMode="numeric"
            autoComplete="off"
          />
        ) : (
          <TextInput
            {...aria}
            className={isShort(question) ? styles.short : undefined}
            type={category === 'password' ? 'password' : inputMode === 'email' ? 'email' : 'text'}
            name={key}
            inputMode={inputMode}
            autoComplete={autocomplete}
            maxLength={maxLengthOf(question)}
            readOnly={readOnly}
            value={value}
            onChange={(event) => store.change(key, readCleaned(question, event.currentTarget))}
          />
        )
      }
    </QuestionField>
  );
}
