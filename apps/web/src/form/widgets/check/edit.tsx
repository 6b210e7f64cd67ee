import type { QuestionOf } from '@firstyear/form-engine';
import { errorId, FieldErrors, hintId } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { useQuestionParts } from '../../question-field.tsx';
import styles from '../choice.module.css';

/** One check box; true or false once it was touched (AMB-123). */
export function CheckEdit({ question }: { readonly question: QuestionOf<'check'> }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const isOn = useInputValue(question.key) === true;
  const { id, label, hint, errors, required } = useQuestionParts(question);
  const describedBy = [hint && hintId(id), errors.length > 0 && errorId(id)].filter(Boolean).join(' ');
  return (
    <div className={styles.check} data-invalid={errors.length > 0 || undefined}>
      <FieldErrors id={id} errors={errors} />
      <label className={styles.choice} htmlFor={id}>
        <input
          id={id}
          className={styles.mark}
          type="checkbox"
          name={id}
          checked={isOn}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={describedBy || undefined}
          aria-required={required || undefined}
          onChange={(event) => store.change(id, event.currentTarget.checked)}
        />
        <span>
          {label}
          {required && (
            <span className={styles.note} aria-hidden="true">
              {` ${words.required}`}
            </span>
          )}
        </span>
      </label>
      {hint && (
        <p id={hintId(id)} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
