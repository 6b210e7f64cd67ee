import type { QuestionOf } from '@firstyear/form-engine';
import { useTextAnswer } from '../../answers/hooks.ts';
import { formatWhenLeft, MaskedInput, PHONE_MASK } from '../masked-input.tsx';
import { QuestionField } from '../question-field.tsx';
import { CheckEdit } from './choice.tsx';
import styles from './widgets.module.css';

/** A phone number, shaped while typing, with the check box for text messages where the form has one. */
export function PhoneEdit({ question }: { readonly question: QuestionOf<'phone'> }) {
  const [value, change] = useTextAnswer(question.key);
  const field = (
    <QuestionField question={question}>
      {(aria) => (
        <MaskedInput
          {...aria}
          mask={PHONE_MASK}
          value={value}
          onValue={change}
          onLeave={(left) => {
            const shaped = formatWhenLeft(left);
            if (shaped !== left) change(shaped);
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
