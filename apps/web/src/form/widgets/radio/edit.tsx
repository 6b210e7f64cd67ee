import type { QuestionOf } from '@firstyear/form-engine';
import { errorId } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { QuestionGroup } from '../../question-field.tsx';
import styles from '../choice.module.css';
import { useOptions } from '../use-options.ts';

/** Labels up to this many characters stand side by side. */
const SHORT_LABEL = 12;

/** The first radio carries the question's key as its id, so that a link to the question lands on it. */
export function RadioEdit({ question }: { readonly question: QuestionOf<'radio'> }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const value = useInputValue(question.key);
  const options = useOptions(question);
  const { key } = question;
  if (options === 'text') return null;
  const isShort = options.every((option) => option.label.length <= SHORT_LABEL);
  return (
    <QuestionGroup question={question}>
      {({ errors, label, required }) => (
        <div className={styles.answer} data-short={isShort || undefined}>
          <div className={styles.choices} data-short={isShort || undefined}>
            {options.map((option, position) => {
              const id = position === 0 ? key : `${key}-${option.value}`;
              return (
                <label key={option.value} className={styles.choice} htmlFor={id}>
                  <input
                    id={id}
                    className={styles.mark}
                    type="radio"
                    name={key}
                    value={option.value}
                    checked={value === option.value}
                    aria-describedby={errors.length > 0 ? errorId(key) : undefined}
                    onChange={() => store.change(key, option.value)}
                  />
                  <span>{option.label}</span>
                </label>
              );
            })}
          </div>
          {!required && (
            <button
              type="button"
              className={styles.clear}
              aria-label={words.clearOf({ question: label })}
              data-unused={value === '' || undefined}
              onClick={() => {
                store.change(key, '');
                document.getElementById(key)?.focus();
              }}
            >
              {words.clear}
            </button>
          )}
        </div>
      )}
    </QuestionGroup>
  );
}
