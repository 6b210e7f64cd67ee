import type { QuestionOf } from '@firstyear/form-engine';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { formatWhenLeft, PHONE_MASK } from '../../masks/mask.ts';
import { MaskedInput } from '../../masks/masked-input.tsx';
import { QuestionField } from '../../question-field.tsx';
import { CheckEdit } from '../check/edit.tsx';
import styles from './edit.module.css';

/** A phone number, shaped while typing, with the check box for text messages where the form has one. */
export function PhoneEdit({ question }: { readonly question: QuestionOf<'phone'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const field = (
    <QuestionField question={question}>
      {(aria) => (
        <MaskedInput
          {...aria}
          mask={PHONE_MASK}
          value={value}
          onValue={(next) => store.change(question.key, next)}
          onLeave={(left) => {
            const shaped = formatWhenLeft(left);
            if (shaped !== left) store.change(question.key, shaped);
          }}
          type="tel"
          inputMode="tel"
          name={question.key}
          autoComplete={question.autocomplete ?? 'off'}
        />
      )}
    </QuestionField>
  );
  if (!question.optIn) return field;
  return (
    <div className={styles.withOptIn}>
      {field}
      <CheckEdit question={question.optIn} />
    </div>
  );
}
